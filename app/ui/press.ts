import { useEffect } from 'react'

let state: 'none' | 'under-way' = 'none'
const waiting: (() => void)[] = []

/**
 * Runs `change` at once, or, while the mouse is pressed, after its release. A message that appeared between press and
 * release would push what is being clicked out from under the pointer, and the click would be lost. This includes taps,
 * which browsers report as a press of the mouse when they are over.
 */
export function afterPress(change: () => void): void {
  if (state === 'under-way') waiting.push(change)
  else change()
}

/** Watches the mouse for `afterPress`, while the app is there. */
export function usePress(): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    // Not `:active`: browsers differ on whether it is set when the press takes the focus from something else.
    addEventListener('mousedown', ({ button }) => button === 0 && (state = 'under-way'), options)
    addEventListener('mouseup', release, options)
    addEventListener('dragend', release, options)
    return () => {
      listening.abort()
      release()
    }
  }, [])
}

function release(): void {
  state = 'none'
  const changes = waiting.splice(0)
  // The click comes right after the release.
  setTimeout(() => changes.forEach((change) => change()))
}
