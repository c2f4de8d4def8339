import type { Manifest } from 'vite'

/** The scripts of modules and of whatever they import, as paths below the base path, in this order. */
export function moduleScripts(manifest: Manifest, modules: string[]): string[] {
  const scripts = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no script of ${key}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  modules.forEach(add)
  return [...scripts]
}
