/** An address, and the hash with which browsers compare what comes from it (Subresource Integrity, section 3.5). */
export type KnownFile = [href: string, integrity: string]

/** The app's files. The build lists them (`build/app-files.ts`), and each page names the list to its `boot.ts`. */
export interface AppFiles {
  sheet: KnownFile
  /** The address of the script that `boot.ts` starts. */
  entry: string
  /** The scripts of every page: what is imported stands before what imports it, and `entry` last. */
  frame: KnownFile[]
  /** What else a page needs, by its path below the base path, or a module that is loaded later, by its name. */
  later: Record<string, KnownFile[]>
}

/** Fetches the scripts of a page or a module; rejects if one of them is not as it was built. */
export type FetchScripts = (name: string) => Promise<unknown>

// The development server changes its modules all the time, and has no list of them.
let fetchScripts: FetchScripts = () => Promise.resolve()

/** From here on scripts are fetched by this function before they are imported. */
export function fetchScriptsBy(fetchThem: FetchScripts): void {
  fetchScripts = fetchThem
}

/** Before any `import()` of the app: an import by itself compares nothing. */
export const verifyScripts: FetchScripts = (name) => fetchScripts(name)
