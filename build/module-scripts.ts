import type { Manifest } from 'vite'

/** The scripts of modules and of whatever they import, as paths below the base path: each after those that it imports. */
export function moduleScripts(manifest: Manifest, modules: string[]): string[] {
  const scripts = new Set<string>()
  const visited = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no script of ${key}`)
    if (visited.has(key)) return
    visited.add(key)
    chunk.imports?.forEach(add)
    scripts.add(chunk.file)
  }
  modules.forEach(add)
  return [...scripts]
}
