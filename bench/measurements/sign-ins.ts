import { availableParallelism } from 'node:os'
import { createAccount } from '../accounts.ts'
import { startCommand } from '../../tests/helpers/command.ts'
import { load } from '../load.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'

const minShare = 0.9
const rounds = 5

/** Sign-ins with the right password compared with bcrypt alone on the same cores, alternately, since a machine's speed varies. */
export const signIns: Measurement = async ({ origin }) => {
  const { email, password } = await createAccount(origin)
  const figures: { alone: number; signIns: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await bcryptAlone()
    const { perSecond, failed } = await load({
      url: `${origin}/auth/v1/token?grant_type=password`,
      method: 'POST',
      body: JSON.stringify({ email, password }),
      connections: 8,
      seconds: 5,
    })
    if (failed > 0) throw new Error(`${failed} sign-ins failed`)
    figures.push({ alone, signIns: perSecond })
  }
  const average = (name: 'alone' | 'signIns') => figures.reduce((total, figure) => total + figure[name], 0) / rounds
  const possible = average('alone')
  const perSecond = average('signIns')
  const share = perSecond / possible
  return [
    {
      what: 'Sign-ins with a password',
      measured: `${perSecond.toFixed(1)} a second, ${share.toFixed(2)} of ${possible.toFixed(1)} that bcrypt alone allows`,
      goal: `at least ${minShare} of bcrypt alone`,
      outcome: outcomeOf(share >= minShare),
    },
  ]
}

async function bcryptAlone(): Promise<number> {
  // One thread for each core, as many as the gateway uses for passwords: more threads would gain nothing on an idle
  // machine, but a larger share of a busy one.
  const command = startCommand({ UV_THREADPOOL_SIZE: String(availableParallelism()) }, 'bench/bcrypt-alone.ts')
  await command.ended
  return Number(command.output())
}
