import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Check, Installation } from './check.ts'

/** What an upgrade of the embedded PostgreSQL has kept (R-UPGRADE): no purge reaches it, and nothing removes it by itself. */
export async function checkKeptClusters({ environment: { dataFolder } }: Installation): Promise<Check[]> {
  const names = await readdir(dataFolder).catch(() => [])
  const kept = names.filter((name) => /^postgres-\d+$/.test(name)).map((name) => path.join(dataFolder, name))
  return Promise.all(
    kept.map(async (folder): Promise<Check> => {
      const bytes = await sizeOf(folder).catch(() => undefined)
      const size = bytes === undefined ? '' : ` (${Math.ceil(bytes / 1024 ** 2)} MB)`
      const detail = `${folder}${size} is the database from before an upgrade, which no purge reaches: when all is well, rm -r ${folder}`
      return { name: 'Kept database', result: 'warning', detail }
    }),
  )
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  let bytes = 0
  for (const file of files) bytes += (await stat(file)).size
  return bytes
}
