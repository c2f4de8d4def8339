import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const projectFolder = path.resolve(import.meta.dirname, '..')

/** The inputs of a build, besides the settings. */
const sources = ['app', 'build', 'content', 'domain', 'site.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']

/** What a build was made of: by their hashes, since settings of an earlier one need not be kept. */
export interface Fingerprint {
  settings: string
  sources: string
}

/** The file of a built site that has its fingerprint. */
export const fingerprintName = '.fingerprint'

/** The fingerprint of the site in a folder; empty if there is none. */
export async function readFingerprint(outDir: string): Promise<Partial<Fingerprint>> {
  const text = await readFile(path.join(outDir, fingerprintName), 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text)
  } catch {
    // Written by a version that kept a single hash.
    return {}
  }
}

async function filesOf(source: string): Promise<string[]> {
  const entries = await readdir(path.join(projectFolder, source), { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return [source]
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.relative(projectFolder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** The hash of the sources as they are now. */
export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(sources.map(filesOf))).flat()) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(projectFolder, file)))
  }
  return hash.digest('hex')
}
