import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connectDatabase, type Database } from '../../server/postgres/database.ts'
import { templateDatabase } from './postgres-setup.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A database of the test's own, fully migrated, in the PostgreSQL that all integration tests share. */
export const createTestDatabase = () => copyOf(templateDatabase)

export type OpenDatabase = Database & { url: string }

/** The same, with connections to it; closing them drops it. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const testDatabase = await createTestDatabase()
  const database = connectDatabase(testDatabase.url, () => undefined, { name: 'test' })
  const close = async () => {
    await database.close()
    await testDatabase.drop()
  }
  return { ...database, url: testDatabase.url, close }
}

/** A database without any migration, for tests of the migrations themselves. */
export const createEmptyDatabase = () => copyOf('template0')

async function copyOf(template: string): Promise<TestDatabase> {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(`create database ${name} template ${template}`)
  url.pathname = name
  return { url: url.href, drop: () => asAdministrator(`drop database ${name} with (force)`) }
}

async function asAdministrator(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
