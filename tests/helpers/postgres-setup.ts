import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareKeys } from '../../server/personal-details/prepare-keys.ts'
import { connectDatabase } from '../../server/postgres/database.ts'
import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts'
import { migrate } from '../../server/postgres/migrate.ts'
import { setQuotas } from '../../server/quotas.ts'
import { noQuotas } from './no-limits.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The private key of the template, and so of every copy. */
    keysFile: string
  }
}

export const templateDatabase = 'migrated_template'

/** One real PostgreSQL for all integration tests, with a migrated database that each test copies, keys included. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'integration-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder)
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    project.provide('postgresUrl', postgres.url)
    const keysFile = path.join(folder, 'keys/personal-details.env')
    project.provide('keysFile', keysFile)
    await prepare(postgres.url, keysFile)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function prepare(url: string, keysFile: string): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  // Durability is not tested here.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()
  const template = new URL(url)
  template.pathname = templateDatabase
  await migrate(template.href)
  await prepareKeys(template.href, keysFile, () => undefined)
  const database = connectDatabase(template.href, () => undefined)
  await setQuotas(database, noQuotas)
  await database.close()
}
