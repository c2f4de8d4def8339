import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Command, startCommand } from './helpers/command.ts'
import { freePort } from './helpers/ports.ts'

// `npm run dev` on a copy of the sources, which the tests edit.
const root = path.resolve(import.meta.dirname, '..')
const notCopied = /^(node_modules|data|dist.*|test-results|\.git)$/

let copy: string
let command: Command
let site: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'dev-'))
  // Run as root, PostgreSQL is another user, who has to pass through this folder.
  await chmod(copy, 0o711)
  await cp(root, copy, { recursive: true, filter: (source) => !notCopied.test(path.relative(root, source)) })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const port = await freePort()
  site = `http://127.0.0.1:${port}/`
  const variables = { PORT: String(port), PARTNERS_PORT: String(await freePort()), DATA_DIR: path.join(copy, 'data') }
  command = startCommand(variables, 'setup/dev.mjs', copy)
  await command.printed(/Ctrl-C stops everything/)
})

afterAll(async () => {
  command.child.kill('SIGINT')
  await command.ended
  await rm(copy, { recursive: true, force: true })
})

async function edit(file: string, before: string, after: string) {
  const source = await readFile(path.join(copy, file), 'utf8')
  expect(source).toContain(before)
  await writeFile(path.join(copy, file), source.replaceAll(before, after))
}

const textOf = async (address: string) => (await fetch(site + address).catch(() => undefined))?.text()
const patience = { timeout: 60_000, interval: 100 }

test('the printed address serves pages, the not-found page and the backend', async () => {
  expect(command.output()).toContain(`Site          ${site}`)
  expect(await textOf('about')).toContain('<h1')
  expect((await fetch(`${site}no-such-page`)).status).toBe(404)
  expect(await textOf('desk?view=log')).toContain('src="/shell/desk.tsx"')
  expect(await textOf('healthz')).toContain('"status":"ok"')
})

test('a changed sentence, style and component are in the next answer', async () => {
  await edit('content/not-found.ts', 'Oops! Page not found', 'Oops! Nothing is here')
  await expect.poll(() => textOf('no-such-page'), patience).toContain('Oops! Nothing is here')
  await edit('app/pages/not-found/not-found.css', '.lost', '.lost-and-found')
  await expect.poll(() => textOf('shell/site.css?direct'), patience).toContain('.lost-and-found')
  await edit('app/pages/about/about-page.tsx', '<h1', '<h1 data-edited=""')
  await expect.poll(() => textOf('about'), patience).toContain('data-edited')
})

test('changed server code answers, and a new migration is applied', async () => {
  await edit('server/app.ts', 'Requested function was not found', 'No such function')
  await expect.poll(() => textOf('functions/v1/no-such-function'), patience).toContain('No such function')
  await writeFile(path.join(copy, 'supabase/migrations/20991231000000_added.sql'), 'create table public.added ();')
  await expect.poll(() => command.output(), patience).toContain('"database-migrated","migrations":1}')
})

test('a broken setting is a sentence and ends the command', async () => {
  const broken = startCommand({ PORT: 'many' }, 'setup/dev.mjs', copy)
  expect(await broken.ended).toBe(1)
  expect(broken.output()).toContain('PORT must be a port number from 1 to 65535')
})

test('Ctrl-C stops everything', async () => {
  command.child.kill('SIGINT')
  expect(await command.ended).toBe(0)
  await expect(fetch(site)).rejects.toThrow('fetch failed')
})
