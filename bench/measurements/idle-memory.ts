import { setTimeout as wait } from 'node:timers/promises'
import { type Measurement, outcomeOf } from '../measurement.ts'

const settleMs = 3000
const maxMegabytes = 150

/** The memory of a gateway that has just started, without PostgreSQL. */
export const idleMemory: Measurement = async (gateway) => {
  await fetch(`${gateway.origin}/auth/v1/health`)
  await wait(settleMs)
  const megabytes = await gateway.residentMegabytes()
  return [
    {
      what: 'Memory of the idle gateway',
      measured: `${megabytes.toFixed(0)} MB resident`,
      goal: `at most ${maxMegabytes} MB`,
      outcome: outcomeOf(megabytes <= maxMegabytes),
    },
  ]
}
