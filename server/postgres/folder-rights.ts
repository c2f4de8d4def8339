import { stat } from 'node:fs/promises'
import path from 'node:path'
import { StartupFault } from '../runtime/startup-fault.ts'
import type { Identity } from './processes.ts'

/** Throws a StartupFault if the database's user may not enter a folder on the way to `target`. */
export async function requireReachable(target: string, identity: Identity): Promise<void> {
  if (identity.uid === undefined) return
  for (let folder = path.dirname(target); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const { mode, uid } = await stat(folder)
    if (uid === identity.uid || mode & 0o001) continue
    throw new StartupFault(
      `PostgreSQL refuses to run as root and runs as the user "postgres" instead, which may not enter ${folder}. ` +
        'Start as an ordinary user, move the project (or DATA_DIR) to a folder such as /srv, ' +
        `or let others pass with: chmod o+x ${folder}`,
    )
  }
}

/** Throws a StartupFault unless the cluster's folder belongs to the database's user alone, as PostgreSQL demands. */
export async function requirePrivate(folder: string, { uid = process.getuid?.() }: Identity): Promise<void> {
  // Windows has no such rights.
  if (uid === undefined) return
  const { mode, uid: owner } = await stat(folder)
  if (owner !== uid) {
    throw new StartupFault(
      `${folder} belongs to the user ${owner}, but PostgreSQL runs as the user ${uid}. ` +
        `Give it back with: chown -R ${uid} ${folder}`,
    )
  }
  if ((mode & 0o700) === 0o700 && !(mode & 0o027)) return
  throw new StartupFault(
    `${folder} has the rights ${(mode & 0o777).toString(8)}, and PostgreSQL wants its folder to itself. ` +
      `Close it to others with: chmod 700 ${folder}`,
  )
}
