import { createAccount } from '../accounts.ts'
import { load } from '../load.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'

const seconds = 15
const maxMs = 25

/** The latency of the home page while more people sign in than the cores can serve. */
export const pagesUnderLoad: Measurement = async ({ origin }) => {
  const { email } = await createAccount(origin)
  const signIns = load({
    url: `${origin}/auth/v1/token?grant_type=password`,
    method: 'POST',
    body: JSON.stringify({ email, password: 'a wrong password' }),
    connections: 50,
    overallRate: 50,
    seconds,
  })
  const pages = await load({ url: `${origin}/`, connections: 5, overallRate: 100, seconds })
  await signIns
  return [
    {
      what: 'Home page while 50 sign-ins a second are tried',
      measured: `99 in 100 answered within ${pages.p99Ms} ms`,
      goal: `within ${maxMs} ms`,
      outcome: outcomeOf(pages.p99Ms < maxMs && pages.failed === 0),
    },
  ]
}
