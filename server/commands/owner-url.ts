import type { Environment } from '../env.ts'
import { superuserUrl } from '../postgres/embedded.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

/** The address of the database as its owner: the operator's own one, or the embedded one of a running gateway. */
export async function ownerUrl({ databaseUrl, dataFolder }: Environment): Promise<string> {
  if (databaseUrl) return databaseUrl
  return superuserUrl(dataFolder).catch(() => {
    throw new StartupFault(`There is no database in ${dataFolder} yet. Start the gateway first: npm start`)
  })
}
