import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase
let ruth: TestUser

beforeAll(async () => {
  database = await openTestDatabase()
  ruth = await addUser(database, 'ruth@example.com')
})

afterAll(() => database.close())

/** Stands in every value of the row that may hold it, and nowhere else on this machine. */
const canary = randomUUID()
const id = randomUUID()

const rowWith = (changes: object) => ({
  ...validRow(ruth.id, { firstName: canary, streetAddress: canary, city: canary, notes: canary }),
  ...changes,
})

const refusedRows: [why: string, changes: object, code: string][] = [
  ['a rule', { state: 'XX' }, '23514'],
  ['a value that is missing', { zip_code: null }, '23514'],
  ['a flag that is missing', { onboarding_completed: null }, '42501'],
  ['an id that is missing', { id: null }, '23502'],
  ['an id that is taken', { id }, '23505'],
  ['an owner who is somebody else', { user_id: randomUUID() }, '42501'],
]

/** A connection that logs and answers as talkatively as PostgreSQL can, as a client's request on Supabase would run. */
async function asTalkativeClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(`set log_error_verbosity = 'verbose'`)
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [JSON.stringify(ruth.claims)])
    await client.query('set role authenticated')
    return await work(client)
  } finally {
    await client.end()
  }
}

const insert = (client: Client, row: object) => {
  const { text, values } = insertOf({ ...row })
  return client.query(text, values).then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function databaseLog(): Promise<string> {
  const { rows } = await database.transaction((client) =>
    client.query<{ folder: string }>(`select current_setting('data_directory') || '/log' as folder`),
  )
  const folder = rows[0]?.folder ?? ''
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join('')
}

test('of a refused row neither the answer nor the log of the database holds a value', async () => {
  const marker = randomUUID()
  await asTalkativeClient(async (client) => {
    expect(await insert(client, rowWith({ id }))).toBeUndefined()
    for (const [why, changes, code] of refusedRows) {
      const error = await insert(client, rowWith(changes))
      expect([why, error]).toEqual([why, expect.any(DatabaseError)])
      expect([why, error]).toMatchObject([why, { code, detail: undefined }])
      expect(JSON.stringify(error)).not.toContain(canary)
    }
    await insert(client, { [marker.replaceAll('-', '')]: 1 })
  })
  // The log is written by a process of its own, in order: the last refusal is in it once the marker is.
  await expect.poll(databaseLog, { timeout: 20_000 }).toContain(marker.replaceAll('-', ''))
  const log = await databaseLog()
  expect(log).toContain('state_is_one_of_the_50_states')
  expect(log).not.toContain(canary)
})
