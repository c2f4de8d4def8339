import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from '../../tests/helpers/command.ts'

// The operator's commands, as processes, where there is no database: wrong usage is what a person is told of first.

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'usage-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(line: string): Promise<[number | null, string]> {
  const [name = '', ...words] = line.split(' ')
  const started = startCommand({ DATA_DIR: path.join(folder, 'data') }, `server/commands/${name}.ts`, undefined, words)
  return [await started.ended, started.output()]
}

test.each([
  ['enrollments show 12', 'An id has 8 to 32 hexadecimal digits'],
  ['enrollments show 0b7e6c1d 0b7e6c1e', 'Too many arguments'],
  ['enrollments cancel', 'Name one enrollment'],
  ['enrollments cancel 0b7e6c1d --account ruth@example.org', 'Name one enrollment'],
  ['enrollments hold', 'Say for which'],
  ['enrollments release --all --review --send', 'cannot be used with'],
  ['enrollments settle 7', 'Say --deleted or --kept'],
  ['enrollments refund-quote 0b7e6c1d --rounds-done 3', 'need each other'],
  [`enrollments list --as ${'x'.repeat(101)}`, '--as is a name'],
  ['accounts ban ruth@example.org --for 2d', 'It is a number of hours'],
  ['mail test nobody', 'It is an e-mail address'],
  ['keys give-up 12', 'A key has 40 hexadecimal digits'],
  ['auth rotate-keys all', "Allowed choices are session, service"],
  ['backup --passphrase --recipient age1x', 'Choose between'],
  ['restore', 'Name the file to restore'],
  ['restore --identity /nowhere/identity', 'Name the file to restore'],
  ['move', 'Name the new database'],
  ['upgrade now', 'Too many arguments'],
  ['proxy apache', 'Allowed choices are nginx, caddy'],
])('%s is wrong usage', async (line, words) => {
  expect(await run(line)).toEqual([2, expect.stringContaining(words)])
})

test('wrong usage of doctor is what a monitor takes for unknown', async () => {
  expect(await run('doctor --url www.example.org')).toEqual([3, expect.stringContaining('It is an address such as')])
})

test('every command explains itself', async () => {
  const entries = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const helpers = ['backup-command.ts', 'install-programs.ts', 'operating-user.ts', 'owner-url.ts', 'run-command.ts', 'staff-terminal.ts']
  const names = entries.filter((name) => !helpers.includes(name)).map((name) => path.basename(name, '.ts'))
  for (const name of names) expect(await run(`${name} --help`)).toEqual([0, expect.stringMatching(new RegExp(`^Usage: npm run ${name} -- .*\\n\\n[A-Z].*Exit codes: 0 `, 's'))])
}, 60_000)
