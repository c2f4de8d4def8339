import { useSyncExternalStore } from 'react'
import { type Kept, keptText, nameHere } from './browser-storage.ts'

/** Whether the session outlives the document: known once something was written; before that, a trial finds out. */
let known: Kept | undefined
const listeners = new Set<() => void>()

function found(kept: Kept) {
  if (known === kept) return
  known = kept
  for (const listener of listeners) listener()
}

function current(): Kept {
  if (!known) {
    const trial = keptText('browser', nameHere('trial'))
    known = trial.write('trial')
    trial.forget()
  }
  return known
}

/** Where the auth client keeps its session and its secrets: local storage, or memory where that is refused. */
export function authStorage(sessionKey: string) {
  return {
    getItem: (name: string) => keptText('browser', name).read() ?? null,
    setItem(name: string, text: string) {
      const kept = keptText('browser', name).write(text)
      if (name === sessionKey) found(kept)
    },
    removeItem: (name: string) => keptText('browser', name).forget(),
  }
}

/** `in-memory` where the browser's storage is blocked or full. */
export function useSessionKept(): Kept {
  return useSyncExternalStore(subscribe, current, () => 'kept')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
