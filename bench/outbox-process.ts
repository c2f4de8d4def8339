import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { prepareKeys } from '../server/personal-details/prepare-keys.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded.ts'
import { migrate } from '../server/postgres/migrate.ts'

export interface OutboxProcess {
  /** A new, migrated database on it. */
  createDatabase(name: string): Promise<string>
  /** The private keys for what the databases hold. */
  keysFile: string
  stop(): Promise<void>
}

/** A separate PostgreSQL, started as the gateway does, for outboxes without other workers. */
export async function startOutboxProcess(): Promise<OutboxProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder)
  const keysFile = path.join(folder, 'keys/personal-details.env')
  return {
    keysFile,
    async createDatabase(name) {
      const administrator = new Client({ connectionString: postgres.url })
      await administrator.connect()
      await administrator.query(`create database ${name}`)
      await administrator.end()
      const url = new URL(postgres.url)
      url.pathname = name
      await migrate(url.href)
      await prepareKeys(url.href, keysFile, () => undefined)
      return url.href
    },
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
