import { keptText, nameHere } from './browser-storage.ts'

/** Called with the account that has signed out deliberately, and whether in this tab. */
type SignOutListener = (userId: string, where: 'here' | 'elsewhere') => void

/** A time in milliseconds. */
const timeMs = /^\d{1,15}$/

const before = 'signed-out '
const after = nameHere('')
const placeOf = (userId: string) => keptText('browser', `${before}${userId}${after}`)
const listeners = new Set<SignOutListener>()

/**
 * Records when an account last signed out deliberately, and tells every tab of this browser, which deletes what it stored
 * for that account until then. A session that merely expired deletes nothing.
 */
export function noteSignOut(userId: string, nowMs: number): void {
  placeOf(userId).write(String(nowMs))
  for (const listener of listeners) listener(userId, 'here')
}

/** Whether something kept at that time, in milliseconds, is from before the last sign-out. */
export function hasSignedOutSince(userId: string, keptAtMs: number): boolean {
  const signedOut = placeOf(userId).read() ?? ''
  return timeMs.test(signedOut) && Number(signedOut) >= keptAtMs
}

/** Listens for sign-outs in all tabs until the returned function is called. */
export function onDeliberateSignOut(listener: SignOutListener): () => void {
  // Pages are prerendered without a browser.
  if (listeners.size === 0 && 'addEventListener' in globalThis) addEventListener('storage', hearOtherTab)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hearOtherTab({ key, newValue }: StorageEvent) {
  if (!newValue || !key?.startsWith(before) || !key.endsWith(after)) return
  const userId = key.slice(before.length, key.length - after.length)
  for (const listener of listeners) listener(userId, 'elsewhere')
}
