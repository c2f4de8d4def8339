import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from 'vite'
import type { AppFiles, KnownFile } from '../app/shell/app-files.ts'
import { moduleScripts } from './module-scripts.ts'

/** A page, and the modules that it consists of, from the folder `app/`. */
export interface Route {
  path: string
  files: string[]
}

/**
 * Lists the app's files with their hashes, and returns the name of the list: its own hash, so that a page which names it
 * vouches for all of them. Scripts could not hold each other's hashes: the frame and the pages import each other.
 */
export async function listAppFiles(
  { outDir, basePath }: { outDir: string; basePath: string },
  manifest: Manifest,
  { entry, sheet, routes }: { entry: string; sheet: string; routes: Route[] },
): Promise<string> {
  const known = async (file: string): Promise<KnownFile> => {
    const hash = hashOf(await readFile(path.join(outDir, file)))
    return [basePath + file, `sha256-${hash.toString('base64')}`]
  }
  const needed = new Map(routes.map(({ path: address, files }) => [address, files]))
  const ofPages = [...needed.values()].flat()
  for (const [key, { isDynamicEntry }] of Object.entries(manifest)) {
    if (isDynamicEntry && !ofPages.includes(key)) needed.set(key, [key])
  }
  const files = Array.from(needed, async ([name, modules]) => {
    const frame = moduleScripts(manifest, [entry])
    const scripts = moduleScripts(manifest, modules)
    return [name, await Promise.all([sheet, ...new Set([...frame.slice(0, -1), ...scripts, ...frame])].map(known))]
  })
  const list = JSON.stringify(Object.fromEntries(await Promise.all(files)))
  const name = hashOf(list).toString('base64url')
  await writeFile(path.join(outDir, listFile(name)), list)
  return name
}

// Before the hash, which may begin with `_`: servers hide such files.
const listFile = (name: string) => `assets/files-${name}.json`

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest()

/** The addresses of a built page's scripts, from the list that it names. */
export async function scriptsOfPage(folder: string, { file, html }: { file: string; html: string }): Promise<string[]> {
  const [, name = ''] = / data-files="([^"]*)"/.exec(html) ?? []
  const list: AppFiles = JSON.parse(await readFile(path.join(folder, listFile(name)), 'utf8'))
  const [, ...scripts] = list[`/${file.replace(/\/?index\.html$/, '')}`] ?? list['*']
  return scripts.map(([href]) => href)
}
