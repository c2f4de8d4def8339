import { setTimeout as wait } from 'node:timers/promises'
import { type Measurement, outcomeOf } from '../measurement.ts'

const settleMs = 3000
const mostMegabytes = 150

/** The gateway's own process, just started; PostgreSQL is not part of it. */
export const idleMemory: Measurement = async (gateway) => {
  await fetch(`${gateway.origin}/auth/v1/health`)
  await wait(settleMs)
  const megabytes = await gateway.residentMegabytes()
  return [
    {
      what: 'Memory of the idle gateway',
      measured: `${megabytes.toFixed(0)} MB resident`,
      goal: `at most ${mostMegabytes} MB`,
      outcome: outcomeOf(megabytes <= mostMegabytes),
    },
  ]
}
