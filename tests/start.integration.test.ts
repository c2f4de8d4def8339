import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Command, startCommand } from './helpers/command.ts'
import { type SeenProcess, watchProcesses } from './helpers/processes.ts'
import { freePort, takePort } from './helpers/ports.ts'

let folder: string
let variables: Record<string, string>
let seen: SeenProcess[]

/** A setting that nobody else may see. */
const secret = `canary${crypto.randomUUID()}`

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'start-'))
  // Run as root, PostgreSQL is another user, who has to pass through this folder.
  await chmod(folder, 0o711)
  variables = {
    PORT: String(await freePort()),
    PARTNERS_PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    // The built site names its address, whatever port it is served on: built once, it serves all of these starts.
    SITE_ORIGIN: 'http://127.0.0.1',
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function started(command: Command): Promise<string> {
  const [, origin = ''] = await command.printed(/^Site .* this gateway on (\S+)\)$/m)
  await command.printed(/Ctrl-C stops everything/)
  return `${origin}/`
}

async function stopped(command: Command): Promise<number | null> {
  command.child.kill('SIGINT')
  return command.ended
}

function signInService(address: string) {
  return new AuthClient({ url: `${address}auth/v1`, persistSession: false, autoRefreshToken: false })
}

const credentials = { email: 'returning@example.com', password: 'a long enough password' }

// A build takes its time where other tests want the same cores.
const patience = { timeout: 600_000 }

test('one command builds, migrates and serves; what was stored is there after a stop and a start', patience, async () => {
  const watched = watchProcesses()
  const first = startCommand({ ...variables, TEAM_WEBHOOK_URL: `https://hooks.example.org/${secret}` })
  const address = await started(first)
  seen = await watched.stop()
  expect(first.output()).toMatch(/Building the site/)
  expect(first.output()).toMatch(/^Stand-ins\s+http:\/\/127\.0\.0\.1:\d+\//m)
  expect(first.output()).toMatch(/^Data\s+\S+/m)
  expect(first.output()).toMatch(/^Placeholders\s+\S+/m)
  expect((await fetch(address)).status).toBe(200)
  const { error } = await signInService(address).signUp(credentials)
  expect(error).toBeNull()
  expect(await stopped(first)).toBe(0)

  const second = startCommand(variables)
  await started(second)
  expect(second.output()).not.toMatch(/Building the site/)
  const { data } = await signInService(address).signInWithPassword(credentials)
  expect(data.user?.email).toBe(credentials.email)
  expect(await stopped(second)).toBe(0)
  // The database went last and cleanly.
  await expect(readFile(path.join(folder, 'data/postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
})

test.runIf(process.platform === 'linux')('only our own programs saw the settings meanwhile, and no list of processes had them', () => {
  const own = /setup\/start\.mjs|setup\/build-if-stale\.mjs|server\/main\.ts/
  expect(seen.filter(({ argv }) => own.test(argv)).length).toBeGreaterThanOrEqual(3)
  expect(seen.filter(({ argv }) => argv.includes(secret))).toEqual([])
  expect(seen.filter(({ argv, environ }) => !own.test(argv) && environ.includes(secret))).toEqual([])
})

test('a stop in the middle of a start leaves no database behind', async () => {
  const command = startCommand({ ...variables, DATA_DIR: path.join(folder, 'interrupted') })
  await command.printed(/database-migrated/)
  expect(await stopped(command)).toBe(0)
  await expect(readFile(path.join(folder, 'interrupted/postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
})

test('a taken port is one plain sentence and exit code 1, and the database is stopped again', async () => {
  const taken = await takePort()
  const command = startCommand({ ...variables, PORT: String(taken.port), DATA_DIR: path.join(folder, 'taken') })
  expect(await command.ended).toBe(1)
  await taken.free()
  expect(command.output()).toContain(
    `Port ${taken.port} on 127.0.0.1 is taken by another program. Stop it, or choose another port with PORT.`,
  )
  expect(command.output()).not.toMatch(/\n\s+at /)
  await expect(readFile(path.join(folder, 'taken/postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
})

test('a data folder in use is one plain sentence, which says who uses it, and exit code 1', async () => {
  const first = startCommand(variables)
  await started(first)
  const second = startCommand({ ...variables, PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  const [, owner = ''] = /The data folder \S+ is in use by another process, number (\d+)\. Stop that one, or set DATA_DIR/.exec(second.output()) ?? []
  expect(Number(owner)).toBeGreaterThan(1)
  expect(process.kill(Number(owner), 0)).toBe(true)
  expect(await stopped(first)).toBe(0)
})

test('an unreachable DATABASE_URL is one plain sentence and exit code 1', async () => {
  const port = await freePort()
  const command = startCommand({ ...variables, DATABASE_URL: `postgres://site:hunter2@127.0.0.1:${port}/clients` })
  expect(await command.ended).toBe(1)
  expect(command.output()).toContain(
    `PostgreSQL at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.`,
  )
  expect(command.output()).not.toContain('hunter2')
})

test('a missing private key is one plain sentence and exit code 1, and none is made in its place', async () => {
  const data = path.join(folder, 'keyless')
  const file = path.join(data, 'keys/personal-details.env')
  const first = startCommand({ ...variables, DATA_DIR: data })
  await started(first)
  expect(first.output()).toMatch(/^Keys\s+\S+personal-details\.env: .*keep a copy/m)
  expect(await stopped(first)).toBe(0)
  await rm(file)
  const second = startCommand({ ...variables, DATA_DIR: data })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`its private half is missing: there is no ${file}. Copy the file here from its backup`)
  expect(second.output()).not.toMatch(/\n\s+at /)
  await expect(readFile(file)).rejects.toThrow(/ENOENT/)
  await expect(readFile(path.join(data, 'postgres/postmaster.pid'))).rejects.toThrow(/ENOENT/)
})

test('unusable settings are all named before anything is started', async () => {
  const command = startCommand({ PORT: 'abc', BASE_PATH: '/a b/' })
  expect(await command.ended).toBe(1)
  expect(command.output()).toMatch(/PORT .*\n.*BASE_PATH /)
})

test('a misspelt setting is named, and what production lacks is a list, before anything is started', async () => {
  const production = { ...variables, SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.grace.test', SMTP_URI: 'smtps://smtp.grace.test' }
  const command = startCommand(production, 'server/main.ts')
  expect(await command.ended).toBe(1)
  expect(command.output()).toMatch(/^SMTP_URI is no setting: did you mean SMTP_URL\?$/m)
  expect(command.output()).toMatch(/^Not ready for production:\n {2}SMTP_URL is missing: .*\n {2}DISPUTEFOX_/m)
  expect(command.output()).not.toMatch(/\n\s+at /)
})

test('placeholders are refused for production: one plain sentence that lists them, and exit code 1', async () => {
  const command = startCommand({ ...variables, SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.grace.test', DIST_DIR: path.join(folder, 'production') })
  expect(await command.ended).toBe(1)
  expect(command.output()).toMatch(/^Placeholders in site\.config\.ts: organization\.name, .*contact\.email, .*checkout\.coaching, .*\. Replace them before the site goes to production\.$/m)
  expect(command.output()).not.toMatch(/\n\s+at /)
})

test('a site that is built for a static host leads to no stand-in', patience, async () => {
  const out = path.join(folder, 'hosted')
  const build = startCommand({ ...variables, DIST_DIR: out }, 'setup/build.mjs')
  expect(await build.ended).toBe(0)
  const files = await Promise.all(['index.html', '_headers'].map((name) => readFile(path.join(out, name), 'utf8')))
  expect(files.join('')).not.toContain(`:${variables.PARTNERS_PORT}`)
  // Hosts redirect from an address that only the other of these has.
  const forms = await Promise.all(['legal/terms.html', 'legal/terms/index.html'].map((name) => readFile(path.join(out, name), 'utf8')))
  expect(forms[0]).toBe(forms[1])
  // A checkout without an address leads to the contact form, never nowhere.
  expect(files[0]?.match(/href="\/#contact"[^>]*>Choose/g)).toHaveLength(6)
})
