import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrashTrial, openCrashTrial, victims } from './helpers/crash-trial.ts'

// A gateway and its PostgreSQL are killed under load. `npm run recovery` does it twenty times each, and measures.
const rounds = 2
const patience = 600_000

let trial: CrashTrial
beforeAll(async () => {
  trial = await openCrashTrial()
}, patience)
afterAll(() => trial?.close(), patience)

test.each(victims)('killed under load (%s), it is ready again without help', { timeout: patience }, async (victim) => {
  for (let round = 0; round < rounds; round += 1) expect((await trial.round(victim)).notReadyMs).toBeGreaterThan(0)
})

test('whatever was promised meanwhile is there, and nothing was delivered twice', { timeout: patience }, async () => {
  const { promises, unclear: _, ...broken } = await trial.outcome()
  expect(promises.saved).toBeGreaterThanOrEqual(rounds * victims.length)
  expect(promises.delivered).toBeGreaterThan(0)
  expect(broken).toEqual({ lost: [], undelivered: [], sentTwice: [], neverSent: [] })
})
