import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { connectDatabase, type Database } from './database.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase.url, () => undefined)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const insert = (city: string) => ({ text: 'insert into enrollments (city) values ($1)', values: [city] })

const count = (city: string) =>
  database.transaction(async (client) => {
    const { rowCount } = await client.query('select from enrollments where city = $1', [city])
    return rowCount
  })

test('what a transaction did is stored once it has answered', async () => {
  expect(await database.transaction(async (client) => (await client.query(insert('Stored'))).rowCount)).toBe(1)
  expect(await count('Stored')).toBe(1)
})

test('work that throws leaves nothing behind', async () => {
  const work = database.transaction(async (client) => {
    await client.query(insert('Thrown'))
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await count('Thrown')).toBe(0)
})

test('a transaction that was rolled back never reports success, even where its work hid the error', async () => {
  const work = database.transaction(async (client) => {
    await client.query(insert('Hidden'))
    await client.query('select 1 / 0').catch(() => undefined)
    return 'stored'
  })
  await expect(work).rejects.toThrow('the transaction was rolled back')
  expect(await count('Hidden')).toBe(0)
})
