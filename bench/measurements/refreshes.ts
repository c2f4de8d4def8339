import * as v from 'valibot'
import { type Account, createAccount } from '../accounts.ts'
import { load } from '../load.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'

const connections = 10
const minPerSecond = 1500

const answer = v.pipe(v.string(), v.parseJson(), v.object({ refresh_token: v.string() }))

/** Each connection refreshes the session of an account that no other connection is using. */
export const refreshes: Measurement = async ({ origin }) => {
  const waiting: Account[] = []
  // Each connection prepares a request ahead.
  for (let created = 0; created < 2 * connections; created += 1) waiting.push(await createAccount(origin))
  const served = new WeakMap<object, Account>()
  const { perSecond, failed } = await load({
    url: `${origin}/auth/v1/token?grant_type=refresh_token`,
    connections,
    seconds: 10,
    requests: [
      {
        method: 'POST',
        setupRequest: (request, context) => {
          const account = waiting.shift()
          if (account) served.set(context, account)
          return { ...request, body: JSON.stringify({ refresh_token: account?.refreshToken }) }
        },
        onResponse: (status, body, context) => {
          const account = served.get(context)
          if (account && status === 200) waiting.push({ ...account, refreshToken: v.parse(answer, body).refresh_token })
        },
      },
    ],
  })
  return [
    {
      what: `Token refreshes over ${connections} connections`,
      measured: `${perSecond.toFixed(0)} a second${failed ? `, ${failed} failed` : ''}`,
      goal: `at least ${minPerSecond} a second`,
      outcome: outcomeOf(perSecond >= minPerSecond && failed === 0),
    },
  ]
}
