import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../env.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

/** The operator's own database, or the embedded one of a running gateway. */
export async function findDatabaseUrl({ databaseUrl: own, dataFolder }: Environment): Promise<string> {
  if (own) return own
  const file = path.join(dataFolder, 'database-url')
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => {
      throw new StartupFault(`There is no database in ${dataFolder} yet. Start the gateway first: npm start`)
    },
  )
}
