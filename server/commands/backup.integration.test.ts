import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageFacts from '../../package.json' with { type: 'json' }
import { startCommand } from '../../tests/helpers/command.ts'
import { statesOf } from '../../tests/helpers/lived-in.ts'
import { onboard } from '../../tests/helpers/onboard.ts'
import { createOwnDatabase } from '../../tests/helpers/own-database.ts'
import { type GatewayFixture, openGatewayFixture } from '../../tests/helpers/running-gateway.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { newIdentity } from '../backups/lock.ts'

// `npm run backup`, `restore` and `move`, as processes.

let fixture: GatewayFixture
let folder: string
beforeAll(async () => {
  fixture = await openGatewayFixture()
  folder = await mkdtemp(path.join(tmpdir(), 'commands-'))
  await chmod(folder, 0o711)
})
afterAll(async () => {
  await fixture?.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(command: 'backup' | 'restore' | 'move', words: string[], variables: Record<string, string>): Promise<[number | null, string]> {
  const started = startCommand(variables, `server/commands/${command}.ts`, undefined, words)
  return [await started.ended, started.output()]
}

/** The same of `npm run backup -- --json`; how far it is goes elsewhere. */
async function asJson(words: string[], variables: Record<string, string>): Promise<[number | null, unknown]> {
  const [code, output] = await run('backup', [...words, '--json'], variables)
  return [code, JSON.parse(output.slice(output.indexOf('{')))]
}

test('from a running gateway, and from a stopped one, to another machine', async () => {
  const dataFolder = path.join(folder, 'data')
  const home = { DATA_DIR: dataFolder }
  expect(await run('backup', [], home)).toEqual([1, expect.stringContaining(`There is no database in ${dataFolder}.`)])
  const gateway = await fixture.start(home)
  const { submit } = await onboard(gateway.url)
  expect(await submit()).toEqual([200, 'delivered'])

  const [code, output] = await run('backup', [], home)
  expect([code, output]).toEqual([0, expect.stringMatching(/^Backing up …\nReading it back …\n.*: [\d,]+ rows of \d+ tables, [\d,]+ bytes, read back and whole\.$/m)])
  const [name = ''] = await readdir(path.join(dataFolder, 'backups'))
  const file = path.join(dataFolder, 'backups', name)
  expect(await run('backup', ['--check', file], home)).toEqual([0, expect.stringContaining(`${file} is whole: `)])
  const facts = expect.objectContaining({ takenAt: expect.any(String), product: packageFacts.version, rows: expect.objectContaining({ 'public.enrollments': 1 }) })
  expect(await asJson(['--check', file], home)).toEqual([0, facts])
  expect(await asJson([path.join(folder, 'named.tar.gz')], home)).toEqual([0, facts])
  expect(await run('restore', [path.join(folder, 'nothing'), '--identity', path.join(folder, 'none')], home)).toEqual([
    1, `${path.join(folder, 'nothing')} is missing. No backup is in ${folder}.\n${path.join(folder, 'none')} is missing.\n`,
  ])
  expect(await run('backup', ['--check', path.dirname(file)], home)).toEqual([1, `${path.dirname(file)} is a folder: name a file. The newest backup there is ${file}\n`])
  expect(await asJson(['--new-identity', path.join(folder, 'as-json')], home)).toEqual([0, { file: path.join(folder, 'as-json'), recipient: expect.stringMatching(/^age1/) }])
  expect(await run('backup', ['--new-identity', path.join(folder, 'identity')], home)).toEqual([0, expect.stringMatching(/^BACKUP_RECIPIENT=age1/m)])
  const recipient = /age1\w+/.exec(await readFile(path.join(folder, 'identity'), 'utf8'))?.[0] ?? ''
  expect(await run('backup', ['--keys', path.join(folder, 'keys.age'), '--recipient', recipient], home)).toEqual([0, expect.stringContaining('encrypted')])
  expect(await asJson(['--keys', path.join(folder, 'keys-as-json')], home)).toEqual([0, { file: path.join(folder, 'keys-as-json'), keys: 1, encrypted: false }])

  // What the nightly one does is tried by hand, and only for a backup that stays where those are.
  const brought = path.join(folder, 'brought')
  const shipping = { ...home, BACKUP_DIR: path.join(folder, 'shipped'), BACKUP_RECIPIENT: recipient, BACKUP_COMMAND: `cp "$BACKUP_FILE" ${brought}` }
  expect(await run('backup', [], shipping)).toEqual([0, expect.stringContaining('BACKUP_COMMAND has brought it away.')])
  expect(await run('backup', ['--check', brought, '--identity', path.join(folder, 'identity')], home)).toEqual([0, expect.stringContaining('is whole: ')])
  expect(await run('backup', [], { ...shipping, BACKUP_DIR: path.join(folder, 'not-shipped'), BACKUP_COMMAND: 'false' })).toEqual([
    1, expect.stringMatching(/BACKUP_COMMAND has failed, so the backup is on this machine alone: \S+\.unshipped\n$/),
  ])
  expect(await readdir(path.join(folder, 'not-shipped'))).toEqual([expect.stringMatching(/\.unshipped$/)])
  const nowhere = path.join(folder, 'nowhere/identity')
  expect(await run('backup', ['--new-identity', nowhere], home)).toEqual([1, `${nowhere} cannot be written (ENOENT). Name another place.\n`])

  gateway.command.child.kill('SIGTERM')
  await gateway.command.ended
  const sealed = path.join(folder, 'sealed.age')
  expect(await run('backup', [sealed, '--recipient', recipient], home)).toEqual([0, expect.stringContaining('It is encrypted.')])

  const away = { DATA_DIR: path.join(folder, 'away') }
  const identity = ['--identity', path.join(folder, 'identity')]
  const [restored, words] = await run('restore', [sealed, ...identity], away)
  expect([restored, words]).toEqual([0, expect.stringMatching(/Restored, and compared byte by byte: .*\nDeliveries are held; nothing waits\.\n.*its private half is missing/s)])
  expect(await run('restore', ['--keys', path.join(folder, 'keys.age'), ...identity], away)).toEqual([0, expect.stringContaining('has the private key again.')])
  const moved = await fixture.start(away)
  expect(await (await onboard(moved.url)).submit()).toEqual([503, 'queued'])
})

test('from the embedded database to an own PostgreSQL, in use until then', async () => {
  const own = await createOwnDatabase()
  const home = { DATA_DIR: path.join(folder, 'embedded') }
  const gateway = await fixture.start(home)
  expect(await (await onboard(gateway.url)).submit()).toEqual([200, 'delivered'])
  const { password } = new URL(own.url)
  const to = ['--to', Object.assign(new URL(own.url), { password: '' }).href, '--yes']
  expect(await run('move', to, { ...home, PGPASSWORD: password })).toEqual([1, expect.stringContaining('A gateway uses the database. Stop it first')])
  gateway.command.child.kill('SIGTERM')
  await gateway.command.ended
  expect(await run('move', ['--to', own.url, '--yes'], home)).toEqual([1, expect.stringContaining('Leave the password out of the address')])
  const { recipient } = await newIdentity(new Date())
  const [code, output] = await run('move', to, { ...home, PGPASSWORD: password, BACKUP_RECIPIENT: recipient })
  expect([code, output]).toEqual([0, expect.stringMatching(/Moved, and compared byte by byte: .*\.tar\.gz\.age\.\nDeliveries are held; nothing waits\.\nNext: set DATABASE_URL /s)])
  expect(await run('move', to, { ...home, PGPASSWORD: password })).toEqual([1, expect.stringContaining('This installation has moved already')])

  const moved = await fixture.start({ ...home, DATABASE_URL: own.url })
  const { submit, id } = await onboard(moved.url)
  expect(await submit()).toEqual([503, 'queued'])
  expect((await openStaffTerminal(own.url).run('release --all')).output).toBe('Released: 1 are sent, one after another.')
  await expect.poll(() => statesOf(own.url).then((states) => states[id]), { timeout: 60_000 }).toBe('delivered')
  moved.command.child.kill('SIGTERM')
  await moved.command.ended
  await own.drop()
})

test('the keys never go to the backups', async () => {
  const home = { DATA_DIR: path.join(folder, 'apart') }
  const beside = path.join(folder, 'apart/backups/keys.age')
  expect(await run('backup', ['--keys', beside], home)).toEqual([1, expect.stringContaining('together with the keys they open everything')])
})

test('what is misspelt is a usage error, and help is at hand', async () => {
  expect(await run('restore', ['--identiti', 'x'], {})).toEqual([2, expect.stringContaining("Unknown option '--identiti'\n(Did you mean --identity?)")])
  for (const command of ['backup', 'restore', 'move'] as const) {
    expect(await run(command, ['--help'], {})).toEqual([0, expect.stringMatching(new RegExp(`^Usage: npm run ${command} -- `))])
  }
  expect(await run('move', ['--to', 'nowhere'], {})).toEqual([2, expect.stringContaining('Name the new database')])
  const to = 'postgres://user@127.0.0.1:1/nothing'
  expect(await run('move', ['--to', to], {})).toEqual([1, expect.stringContaining('There is no terminal to ask on: say --yes if you are sure.')])
})
