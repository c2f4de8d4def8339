/** `tab` is the tab's session storage, `browser` is the local storage that all tabs share. */
type Lifetime = 'tab' | 'browser'

/** Whether a text outlives its document: where the storage is blocked or full, it is only in memory. */
export type Kept = 'kept' | 'in-memory'

/** One named text in the browser's storage. Nothing here throws, even where storage is blocked. */
export interface KeptText {
  read: () => string | undefined
  write: (text: string) => Kept
  forget: () => void
}

/** What the storage refused, for as long as this document lives. */
const refused = new Map<string, string>()

/** A text under exactly this name; `nameHere` makes a name that belongs to this site alone. */
export function keptText(lifetime: Lifetime, name: string): KeptText {
  const place = `${lifetime} ${name}`
  return {
    read: () => refused.get(place) ?? attempt(lifetime, (storage) => storage.getItem(name)) ?? undefined,
    write(text) {
      const stored = attempt(lifetime, (storage) => {
        storage.setItem(name, text)
        return 'stored'
      })
      if (stored) {
        refused.delete(place)
        return 'kept'
      }
      refused.set(place, text)
      // An older text must not come back in the next document.
      attempt(lifetime, (storage) => storage.removeItem(name))
      return 'in-memory'
    },
    forget() {
      refused.delete(place)
      attempt(lifetime, (storage) => storage.removeItem(name))
    },
  }
}

/** The base path is part of the name: two sites on one host stay apart. */
export function nameHere(name: string): string {
  return `${name}:${import.meta.env.BASE_URL}`
}

/** Even naming the storage throws where it is blocked, and there is none where pages are drawn in advance. */
function attempt<Result>(lifetime: Lifetime, use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(lifetime === 'tab' ? sessionStorage : localStorage)
  } catch {
    return undefined
  }
}
