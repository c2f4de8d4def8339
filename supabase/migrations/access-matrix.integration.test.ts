import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeAccess } from '../../tests/access/matrix.ts'
import { prepareSamples } from '../../tests/access/samples.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'

let database: TestDatabase
let client: Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

// After a change that is meant: npx vitest run --project integration access-matrix --update, and read what changed.
test('everybody may do what access-matrix.md says, and nothing else', async () => {
  const callers = await prepareSamples(client)
  await expect(await describeAccess(client, callers)).toMatchFileSnapshot('./access-matrix.md')
})
