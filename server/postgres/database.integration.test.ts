import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '../../tests/helpers/database-proxy.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'
import { CallerRefused, connectDatabase } from './database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

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

test('nothing of somebody who may not act is stored, and that is reported before any error of the work', async () => {
  const claims = { role: 'service_role' as const, sub: randomUUID(), session_id: randomUUID() }
  for (const statement of [insert('Ended'), { text: 'select 1 / 0' }]) {
    await expect(database.transactionAs(claims, (client) => client.query(statement))).rejects.toThrow(CallerRefused)
  }
  expect(await count('Ended')).toBe(0)
})

test('claims that cannot be set end the work that was sent behind them', async () => {
  const claims = { role: 'service_role' as const, sub: 'nobody', session_id: randomUUID() }
  const work = database.transactionAs(claims, (client) => client.query(insert('Nobody')))
  await expect(work).rejects.toThrow('invalid input syntax for type uuid')
  expect(await count('Nobody')).toBe(0)
})

test('a server that stops speaking in the middle of a connection is an error, and a new connection serves', async () => {
  const proxy = await openDatabaseProxy(database.url)
  const distant = connectDatabase(proxy.url, () => undefined, { silenceLimitMs: 1_000 })
  await distant.query({ text: 'select 1' })
  proxy.fallSilent()
  await expect(distant.transaction((client) => client.query('select 1'))).rejects.toThrow('timeout')
  expect(await distant.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  await distant.close()
  await proxy.close()
})
