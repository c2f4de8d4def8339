import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blankVariables, startCommand } from './helpers/command.ts'
import { freePort } from './helpers/ports.ts'

// Whatever ends npm, or a process between it and the gateway, ends everything that npm start has started, in order.

interface Process {
  pid: number
  argv: string
}

const root = path.resolve(import.meta.dirname, '..')
let folder: string
let variables: Record<string, string>

/** The processes below one. */
async function below(pid: number): Promise<Process[]> {
  const found = []
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(stat.replace(/^.*\) \S+ (\d+) .*$/s, '$1')) !== pid) continue
    const argv = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    found.push({ pid: Number(name), argv: argv.replaceAll('\0', ' ') }, ...(await below(Number(name))))
  }
  return found
}

/** Neither gone nor ended and only still listed. */
const isThere = ({ pid }: Process) => readFile(`/proc/${pid}/cmdline`, 'utf8').then((argv) => argv !== '', () => false)

/** Resolves with npm and everything below it, once the site is served. */
async function startByNpm(command: string, own: Record<string, string>): Promise<Process[]> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...blankVariables, ...variables, ...own }
  const child = spawn('/bin/sh', ['-c', `exec ${command}`], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('Ctrl-C stops everything')) resolve()
    })
    child.once('exit', () => reject(new Error(`ended early:\n${text}`)))
  })
  const pid = child.pid ?? 0
  return [{ pid, argv: command }, ...(await below(pid))]
}

/** The database has nothing to recover. */
const expectCleanStop = () => expect(readFile(path.join(folder, 'data/postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)

describe.runIf(process.platform === 'linux')('npm start', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'processes-'))
    // Run as root, PostgreSQL is another user, who has to pass through this folder.
    await chmod(folder, 0o711)
    variables = {
      PORT: String(await freePort()),
      PARTNERS_PORT: String(await freePort()),
      DATA_DIR: path.join(folder, 'data'),
      DIST_DIR: path.join(folder, 'dist'),
    }
    const built = startCommand(variables, 'setup/build-if-stale.mjs')
    if ((await built.ended) !== 0) throw new Error(built.output())
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const inTerminal = `script --quiet --command 'npm start' /dev/null`

  test.for<[what: string, signal: NodeJS.Signals, command: string, own?: Record<string, string>]>([
    ['npm start', 'SIGTERM', 'npm start'],
    ['npm start', 'SIGKILL', 'npm start'],
    ['npm start', 'SIGKILL', 'npm start', { npm_config_script_shell: '/bin/bash' }],
    ['sh -c node', 'SIGKILL', 'npm start'],
    ['node setup/start.mjs', 'SIGKILL', 'npm start'],
    [inTerminal, 'SIGKILL', inTerminal],
  ])('%s is ended by %s: gateway and database end too, and nothing is left to recover', async ([what, signal, command, own]) => {
    const all = await startByNpm(command, own ?? {})
    expect(all.some(({ argv }) => argv.includes('server/main.ts'))).toBe(true)
    const postmaster = Number.parseInt(await readFile(path.join(folder, 'data/postgres/postmaster.pid'), 'utf8'), 10)
    const victim = all.find(({ argv }) => argv.startsWith(what))
    process.kill(victim?.pid ?? 0, signal)
    const left = async () => (await Promise.all([...all, { pid: postmaster, argv: '' }].map(isThere))).filter(Boolean).length
    try {
      await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)
    } finally {
      // What was not ended keeps the data folder and the ports from the next.
      for (const each of all) if (await isThere(each)) process.kill(each.pid, 'SIGTERM')
      await expect.poll(left, { timeout: 60_000, interval: 100 }).toBe(0)
    }
    await expectCleanStop()
  })

  test('without anybody who reads its output the site is served on, and stops in order', async () => {
    const command = startCommand(variables, 'server/main.ts')
    await command.printed(/Ctrl-C stops everything/)
    command.child.stdout?.destroy()
    // Each request is a line.
    for (let line = 0; line < 3; line += 1) expect((await fetch(`http://127.0.0.1:${variables.PORT}/rest/v1/`)).status).toBe(404)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
    await expectCleanStop()
  })
})
