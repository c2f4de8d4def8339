import type { Manifest } from 'vite'

/**
 * The scripts of a page, as paths below the base path: the app's first, then whatever it and the page's own files
 * import. `boot.ts` fetches them in parallel; imports alone would be discovered one after another.
 */
export function pageModules(manifest: Manifest, entry: string, files: string[]): string[] {
  const modules = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no script of ${key}`)
    if (modules.has(chunk.file)) return
    modules.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  for (const key of [entry, ...files]) add(key)
  return [...modules]
}
