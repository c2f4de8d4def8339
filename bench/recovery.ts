import { openCrashTrial, victims } from '../tests/helpers/crash-trial.ts'

// Kills the gateway, PostgreSQL, one of its processes, and gateway and PostgreSQL together, under load and without a warning.

const rounds = 20
const maxNotReadyMs = 5_000

const trial = await openCrashTrial()
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
let slowest = 0
try {
  for (const victim of victims) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push((await trial.round(victim)).notReadyMs)
    times.sort((one, other) => one - other)
    console.log(`${victim}: not ready for ${seconds(times[rounds / 2] ?? 0)} in the median, ${seconds(times.at(-1) ?? 0)} at most`)
    slowest = Math.max(slowest, times.at(-1) ?? 0)
  }
  const { promises, unclear, ...broken } = await trial.outcome()
  console.log(`promised: ${promises.saved} saved, ${promises.delivered} delivered; ${unclear} wait for a person`)
  for (const [what, ids] of Object.entries(broken)) console.log(`${what}: ${ids.length}`)
  if (slowest > maxNotReadyMs || Object.values(broken).some((ids) => ids.length > 0)) process.exitCode = 1
} finally {
  await trial.close()
}
