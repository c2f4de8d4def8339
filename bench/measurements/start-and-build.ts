import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCommand } from '../../tests/helpers/command.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { type Measurement, outcomeOf } from '../measurement.ts'
import { median } from '../median.ts'

const rounds = 5
const maxStartMs = 1500
const maxBuildMs = 10_000

/** `npm start` without npm: first with a site to build and a database to create, then with both in place. */
export const startAndBuild: Measurement = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  const settings = {
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    // The ports stay the same, since the site is built for its address and that of the stand-ins.
    PORT: String(await freePort()),
    PARTNERS_PORT: String(await freePort()),
  }
  try {
    const buildMs = await buildOnce(settings)
    const startsMs: number[] = []
    await startOnce(settings)
    for (let round = 0; round < rounds; round += 1) startsMs.push(await startOnce(settings))
    const startMs = median(startsMs)
    return [
      {
        what: 'Start of a built checkout, until the first request is answered',
        measured: `${startMs.toFixed(0)} ms`,
        goal: `at most ${maxStartMs} ms`,
        outcome: outcomeOf(startMs <= maxStartMs),
      },
      {
        what: 'Build of the site',
        measured: `${(buildMs / 1000).toFixed(1)} s`,
        goal: `under ${maxBuildMs / 1000} s`,
        outcome: outcomeOf(buildMs < maxBuildMs),
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Settings = Record<'DATA_DIR' | 'DIST_DIR' | 'PORT' | 'PARTNERS_PORT', string>

async function buildOnce(settings: Settings): Promise<number> {
  const startMs = performance.now()
  const command = startCommand(settings, 'setup/build-if-stale.mjs')
  if ((await command.ended) !== 0) throw new Error(command.output())
  return performance.now() - startMs
}

async function startOnce(settings: Settings): Promise<number> {
  const startMs = performance.now()
  const command = startCommand(settings)
  await command.printed(/Ctrl-C stops everything/)
  const response = await fetch(`http://127.0.0.1:${settings.PORT}/`)
  await response.arrayBuffer()
  const takenMs = performance.now() - startMs
  if (!response.ok || /Building the site/.test(command.output())) throw new Error(command.output())
  command.child.kill('SIGINT')
  await command.ended
  return takenMs
}
