import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../server/postgres/embedded.ts'
import { migrate } from '../server/postgres/migrate.ts'

export interface OutboxProcess {
  /** A new, migrated database on it. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL of its own, as the gateway starts it, with outboxes that nothing else works on. */
export async function startOutboxProcess(): Promise<OutboxProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // Run as root, PostgreSQL is another user, who has to pass through this folder.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder)
  return {
    async createDatabase(name) {
      const administrator = new Client({ connectionString: postgres.url })
      await administrator.connect()
      await administrator.query(`create database ${name}`)
      await administrator.end()
      const url = new URL(postgres.url)
      url.pathname = name
      await migrate(url.href)
      return url.href
    },
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
