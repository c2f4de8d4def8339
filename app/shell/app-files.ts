/** An address, and the hash with which browsers compare what comes from it (Subresource Integrity, section 3.5). */
export type KnownFile = [href: string, integrity: string]

/** The style sheet, then scripts: what is imported stands before what imports it, and the one that starts the app last. */
export type FilesOfPage = [sheet: KnownFile, ...scripts: KnownFile[]]

/**
 * What each page needs, by its path below the base path, and each module that is loaded later, by its name; `*` is for
 * unknown pages. The build makes this list (`build/app-files.ts`), and each page names it to its `boot.ts`.
 */
export type AppFiles = Record<string, FilesOfPage> & { '*': FilesOfPage }

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
