import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse } from '../postgres/cluster.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { withDatabase } from './places.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'places-'))
  await chmod(folder, 0o711)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('the database of a gateway that is starting is waited for', async () => {
  const starting = await startEmbeddedPostgres(folder)
  try {
    const asked = withDatabase({ databaseUrl: undefined, dataFolder: folder }, async (url) => url)
    // It has a database, and has not said yet where.
    await expect(startEmbeddedPostgres(folder)).rejects.toBeInstanceOf(DataFolderInUse)
    await starting.announce(starting.url)
    expect(await asked).toBe(starting.url)
  } finally {
    await starting.stop()
  }
})
