import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCommand } from './helpers/command.ts'
import { freePort } from './helpers/ports.ts'

/** A user who owns nothing, not even a home. */
const nobody = { uid: 65_534, gid: 65_534 }

let folder: string
let variables: Record<string, string>

const start = (own: Record<string, string>) => startCommand({ ...variables, ...own }, undefined, undefined, [], nobody)

describe.runIf(process.getuid?.() === 0)('a service user on a checkout of root', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'service-'))
    await chmod(folder, 0o755)
    await mkdir(path.join(folder, 'own'))
    await chown(path.join(folder, 'own'), nobody.uid, nobody.gid)
    variables = {
      HOME: '/nonexistent',
      PORT: String(await freePort()),
      PARTNERS_PORT: String(await freePort()),
      DATA_DIR: path.join(folder, 'own/data'),
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('builds and serves the site, with a folder of its own for what is made', { timeout: 600_000 }, async () => {
    const command = start({ DIST_DIR: path.join(folder, 'own/dist') })
    await command.printed(/Ctrl-C stops everything/)
    expect((await fetch(`http://127.0.0.1:${variables.PORT}/about`)).status).toBe(200)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
    expect(command.output()).not.toMatch(/\n\s+at /)
  })

  test.each([
    ['DIST_DIR', { DIST_DIR: '' }, /The site cannot be built: EACCES[^]*set DIST_DIR/],
    ['DATA_DIR', { DIST_DIR: 'own/dist', DATA_DIR: 'data' }, /No permission to use the data folder [^]*DATA_DIR/],
  ])('is told in a sentence that it may not write to %s', async (_, own, sentence) => {
    const places = Object.entries(own).map(([name, place]) => [name, path.join(folder, place || 'dist')])
    const command = start(Object.fromEntries(places))
    expect(await command.ended).toBe(1)
    expect(command.output()).toMatch(sentence)
    expect(command.output()).not.toMatch(/\n\s+at /)
  })

  test('is told which file it may not read', async () => {
    const file = path.join(folder, 'identity')
    await writeFile(file, '', { mode: 0o600 })
    const command = startCommand(variables, 'server/commands/restore.ts', undefined, ['--keys', file, '--identity', file], nobody)
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain(`No permission to use ${file}.`)
  })
})
