/** The scroll position of each entry of the tab's history, in pixels; stored for the tab, so that a reload keeps it. */
const storageName = `scroll-positions:${import.meta.env.BASE_URL}`

let positions: Map<string, number> | undefined

export function savedScrollPosition(key: string): number | undefined {
  return loaded().get(key)
}

/** Notes the scroll position for the history entry that `currentKey` names, until the returned function is called. */
export function keepScrollPositions(currentKey: () => string): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('scroll', () => loaded().set(currentKey(), window.scrollY), { passive: true, signal })
  addEventListener('pagehide', leave, { signal })
  // After `load`, when the browser has put a reloaded page where it was.
  if (document.readyState === 'complete') takeOver(currentKey(), isBack() ? 'loaded-again' : 'new')
  addEventListener('pageshow', ({ persisted }) => takeOver(currentKey(), persisted ? 'kept' : isBack() ? 'loaded-again' : 'new'), { signal })
  return () => listening.abort()
}

const isBack = () => performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'back_forward')

/**
 * From here on, going back within the document is the app's. Where the reader has come back to the document itself, some
 * browsers restore the position before `pageshow`, others after it, and WebKit not at all where the page was loaded again.
 */
function takeOver(entry: string, document: 'new' | 'kept' | 'loaded-again'): void {
  const top = document === 'new' ? undefined : savedScrollPosition(entry)
  requestAnimationFrame(() => {
    history.scrollRestoration = 'manual'
    if (top !== undefined && (document === 'kept' || window.scrollY === 0)) window.scrollTo({ top, behavior: 'instant' })
  })
}

// When the reader comes back from another site, the browser restores the position itself.
function leave(): void {
  history.scrollRestoration = 'auto'
  save()
}

function loaded(): Map<string, number> {
  return (positions ??= new Map(load()))
}

function load(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '{}')
    return Object.entries(kept ?? {}).filter((entry): entry is [string, number] => Number.isFinite(entry[1]))
  } catch {
    // A browser that refuses storage, or has kept something else, only forgets where the reader was.
    return []
  }
}

function save(): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries(loaded())))
  } catch {
    // Nothing is lost but the positions.
    return
  }
}
