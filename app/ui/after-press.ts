/**
 * Runs `change` at once, or, while the mouse is pressed, after its release. A message that appeared between press and
 * release would push what is being clicked out from under the pointer, and the click would be lost.
 */
export function afterPress(change: () => void): void {
  if (!document.querySelector(':active')) return change()
  const release = new AbortController()
  const run = () => {
    release.abort()
    // The click comes right after the release.
    setTimeout(change)
  }
  addEventListener('mouseup', run, { signal: release.signal })
  addEventListener('dragend', run, { signal: release.signal })
}
