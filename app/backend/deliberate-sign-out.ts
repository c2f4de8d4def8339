import { keptText, nameHere } from './browser-storage.ts'

/** Told who has signed out on purpose, and whether in this tab. */
type SignOutListener = (userId: string, where: 'here' | 'elsewhere') => void

/** A time in milliseconds. */
const timeMs = /^\d{1,15}$/

const before = 'signed-out '
const after = nameHere('')
const placeOf = (userId: string) => keptText('browser', `${before}${userId}${after}`)
const listeners = new Set<SignOutListener>()

/**
 * Keeps when an account last signed out on purpose, and tells every tab of this browser at once: what they kept of that
 * account until then is forgotten. A session that only expired takes nothing away.
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

/** Listens for sign-outs in all tabs. Returns what ends it. */
export function onDeliberateSignOut(listener: SignOutListener): () => void {
  // There is no other tab where pages are drawn in advance.
  if (listeners.size === 0 && 'addEventListener' in globalThis) addEventListener('storage', hearOtherTab)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hearOtherTab({ key, newValue }: StorageEvent) {
  if (!newValue || !key?.startsWith(before) || !key.endsWith(after)) return
  const userId = key.slice(before.length, key.length - after.length)
  for (const listener of listeners) listener(userId, 'elsewhere')
}
