/** An address, and the hash with which browsers compare what comes from it (Subresource Integrity, section 3.5). */
export type KnownFile = [href: string, integrity: string]

/** The app's files. The build lists them (`build/app-files.ts`), and each page names the list to its `boot.ts`. */
export interface AppFiles {
  /** Of every page: the style sheet, the script that `boot.ts` starts, and the scripts that it imports. */
  frame: [sheet: KnownFile, entry: KnownFile, ...imported: KnownFile[]]
  /** What else a page needs, by its path below the base path, or a module that is loaded later, by its name. */
  later: Record<string, KnownFile[]>
}

// The development server changes its modules all the time, and has no list of them.
let later: AppFiles['later'] = {}

/** From here on scripts are held against the hashes of this list. */
export function trust(files: AppFiles): void {
  later = files.later
}

/**
 * Fetches the scripts of a page or module into the browser's cache and has them compiled. Rejects if one is not as it was
 * built. What is imported afterwards, Chromium and Firefox hold against the same hash; WebKit takes it from its cache.
 */
export async function verifyScripts(name: string): Promise<void> {
  const scripts = (later[name] ?? []).map(async ([href, integrity]) => {
    await fetch(href, { integrity })
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity }))
  })
  await Promise.all(scripts)
}
