import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { knownMigrations } from '../../server/postgres/ledger.ts'

// What is stored of each release, for good: a folder named by its version, which `npm run release-dump` makes.

export const releasesFolder = import.meta.dirname

export const releaseFiles = {
  /** A backup of a lived-in installation, with invented people. */
  backup: 'backup.tar.gz',
  /** The private keys of the same installation, which open nothing else. */
  keys: 'personal-details.keys',
  /** Who lives there, and the outbox as it was. */
  installation: 'installation.json',
  /** The checksums of all migrations at that time. */
  migrations: 'migrations.json',
}

const text = v.string()
const installationSchema = v.object({
  lived: v.object({
    resident: v.object({ email: text, password: text, refreshToken: text, secret: text, usedCode: text, recoveryCode: text }),
    delivered: text,
    queued: v.array(text),
    sending: text,
    review: text,
  }),
  outbox: v.array(v.looseObject({ delivery: v.looseObject({ enrollment_id: text }) })),
})

const migrationSchema = v.object({ version: text, name: text, sha256: text })
export const migrationsSchema = v.object({ baseline: v.array(migrationSchema), project: v.array(migrationSchema) })
export type ReleasedMigrations = v.InferOutput<typeof migrationsSchema>

/** The versions that are stored, the oldest first. */
export async function storedReleases(): Promise<string[]> {
  const entries = await readdir(releasesFolder, { withFileTypes: true })
  const versions = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  return versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

export const inRelease = (version: string, file: keyof typeof releaseFiles) => path.join(releasesFolder, version, releaseFiles[file])

const readJson = async (version: string, file: keyof typeof releaseFiles): Promise<unknown> =>
  JSON.parse(await readFile(inRelease(version, file), 'utf8'))

export const readInstallation = async (version: string) => v.parse(installationSchema, await readJson(version, 'installation'))

export const readReleasedMigrations = async (version: string): Promise<ReleasedMigrations> =>
  v.parse(migrationsSchema, await readJson(version, 'migrations'))

/** The same of the code as it stands. */
export const currentMigrations = async (): Promise<ReleasedMigrations> =>
  v.parse(migrationsSchema, { baseline: await knownMigrations('baseline'), project: await knownMigrations('project') })
