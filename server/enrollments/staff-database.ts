import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Environment } from '../env.ts'
import { isConnectionFault } from '../postgres/connection-fault.ts'
import { connectDatabase, type Database } from '../postgres/database.ts'
import { findLogin, sharedLogin } from '../postgres/logins.ts'
import { CommandFault } from '../terminal/confirm.ts'

/** Connections with the staff's login. A database that is away fails the first statement, not this. */
export async function openStaffDatabase(
  environment: Environment,
  lost: () => void,
): Promise<{ database: Database; databaseUrl: string }> {
  const databaseUrl = await findDatabase(environment)
  const login = await findLogin(databaseUrl, 'staff').catch((error: unknown) => {
    if (isConnectionFault(error)) return sharedLogin(databaseUrl, 'staff')
    throw error
  })
  return { database: connectDatabase(login, lost, { name: 'staff' }), databaseUrl }
}

/** The operator's own database, or the embedded one of a running gateway. */
async function findDatabase({ databaseUrl, dataFolder, site }: Environment): Promise<string> {
  if (databaseUrl) return databaseUrl
  if (site.supabase) {
    throw new CommandFault("Set DATABASE_URL to the connection string of the Supabase project's database.")
  }
  return readFile(path.join(dataFolder, 'database-url'), 'utf8').then(
    (text) => text.trim(),
    () => {
      throw new CommandFault(`There is no database in ${dataFolder} yet: npm start makes one. Or set DATABASE_URL.`)
    },
  )
}
