import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { blankVariables } from '../../tests/helpers/command.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'

// The command line of npm run keys. What the commands do: server/personal-details/rotation.integration.test.ts.

let database: TestDatabase
let folder: string
let file: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
  file = path.join(folder, 'personal-details.env')
  await copyFile(inject('keysFile'), file)
})
afterAll(async () => {
  await database?.drop()
  await rm(folder, { recursive: true })
})

interface Ended {
  code: number
  output: string
  faults: string
}

function keys(words: string[], variables: Record<string, string> = {}): Promise<Ended> {
  const env = { ...blankVariables, PATH: process.env.PATH, DATABASE_URL: database.url, PERSONAL_DETAILS_KEYS_FILE: file, ...variables }
  return new Promise((resolve) => {
    const parameters = [path.join(import.meta.dirname, 'keys.ts'), ...words]
    const child = execFile(process.execPath, parameters, { env }, (_, output, faults) => {
      resolve({ code: child.exitCode ?? -1, output, faults })
    })
  })
}

test('without a word it lists the keys; what is no command, or none of its options, is answered with the usage', async () => {
  expect(await keys([])).toEqual({ code: 0, output: expect.stringMatching(/^[0-9a-f]{40} .*private half here\n$/), faults: '' })
  expect(await keys(['help'])).toMatchObject({ code: 0, output: expect.stringContaining('give-up <key>') })
  expect(await keys(['lose'])).toMatchObject({ code: 2, faults: expect.stringContaining("Unknown command 'lose'") })
  expect(await keys(['rotate', '--fast'])).toMatchObject({ code: 2, faults: expect.stringContaining("Unknown option '--fast'") })
})

test('what cannot be undone needs a person at the terminal, or --yes', async () => {
  expect(await keys(['prune'])).toMatchObject({ code: 1, faults: expect.stringContaining('There is no terminal to ask on') })
  expect(await keys(['prune', '--yes'])).toEqual({ code: 0, output: 'No key is without use.\n', faults: '' })
})

test('a rotation prints nothing of the private half', async () => {
  const { code, output, faults } = await keys(['rotate'])
  expect([code, faults]).toEqual([0, ''])
  const [, secrets = ''] = /^PERSONAL_DETAILS_KEYS=(.*)$/m.exec(await readFile(file, 'utf8')) ?? []
  expect(secrets.split(',')).toHaveLength(2)
  for (const secret of secrets.split(',')) expect(output).not.toContain(secret.slice(40, 80))
})

test('a database that is away, and settings that are wrong, are sentences', async () => {
  const url = `postgres://ruth:hunter2@127.0.0.1:${await freePort()}/clients`
  const away = await keys([], { DATABASE_URL: url })
  expect(away).toMatchObject({ code: 1, faults: expect.stringMatching(/^PostgreSQL at \S+ cannot be reached \(ECONNREFUSED\)\./) })
  expect(JSON.stringify(away)).not.toContain('hunter2')
  expect(await keys([], { DATABASE_URL: 'mysql://x' })).toMatchObject({ code: 1, faults: expect.stringContaining('DATABASE_URL must be') })
  expect(await keys([], { DATABASE_URL: '', DATA_DIR: folder })).toMatchObject({ code: 1, faults: expect.stringContaining('Start the gateway first') })
})
