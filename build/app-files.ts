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
 * Lists the app's files with their hashes, and returns the address of the list. Its name is its own hash, so that a page
 * which names it vouches for all of them. Scripts could not hold each other's hashes: the frame and the pages import each
 * other.
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
  const frame = moduleScripts(manifest, [entry])
  const later = new Map(routes.map(({ path: address, files }) => [address, files]))
  const ofPages = [...later.values()].flat()
  for (const [key, { isDynamicEntry }] of Object.entries(manifest)) {
    if (isDynamicEntry && !ofPages.includes(key)) later.set(key, [key])
  }
  const needed = Array.from(later, async ([name, modules]) => {
    const scripts = moduleScripts(manifest, modules).filter((script) => !frame.includes(script))
    return [name, await Promise.all(scripts.map(known))] as const
  })
  const files: AppFiles = {
    sheet: await known(sheet),
    entry: `${basePath}${frame.at(-1)}`,
    frame: await Promise.all(frame.map(known)),
    later: Object.fromEntries(await Promise.all(needed)),
  }
  const list = JSON.stringify(files)
  const name = `assets/${hashOf(list).toString('base64url')}.json`
  await writeFile(path.join(outDir, name), list)
  return basePath + name
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest()

/** The addresses of a built page's scripts, from the list that it names. */
export async function scriptsOfPage(folder: string, basePath: string, { file, html }: { file: string; html: string }): Promise<string[]> {
  const [, address = ''] = / data-files="([^"]*)"/.exec(html) ?? []
  const { frame, later }: AppFiles = JSON.parse(await readFile(path.join(folder, address.slice(basePath.length)), 'utf8'))
  const known = [...frame, ...(later[`/${file.replace(/\/?index\.html$/, '')}`] ?? [])]
  return known.map(([href]) => href)
}
