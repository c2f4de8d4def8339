import * as v from 'valibot'
import { keptText, nameHere } from './browser-storage.ts'

/** Told who has signed out on purpose, and whether in this tab. */
export type SignOutListener = (userId: string, where: 'here' | 'elsewhere') => void

/** A time in milliseconds. */
const timeMs = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const storedSession = v.pipe(v.string(), v.parseJson(), v.object({ user: v.object({ id: v.string() }) }))

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

/** The same for whoever the session that is stored under this name belongs to, if there is one. */
export function noteSignOutOfSession(sessionKey: string, nowMs: number): void {
  const session = v.safeParse(storedSession, keptText('browser', sessionKey).read())
  if (session.success) noteSignOut(session.output.user.id, nowMs)
}

/** Whether something kept at that time, in milliseconds, is from before the last sign-out. */
export function hasSignedOutSince(userId: string, keptAtMs: number): boolean {
  const signedOut = v.safeParse(timeMs, placeOf(userId).read())
  return signedOut.success && signedOut.output >= keptAtMs
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
