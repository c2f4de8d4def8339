import * as v from 'valibot'
import { keptText } from './browser-storage.ts'
import { noteSignOut } from './deliberate-sign-out.ts'

const storedSession = v.pipe(v.string(), v.parseJson(), v.object({ user: v.object({ id: v.string() }) }))

/** Records the sign-out of the user of the session stored under this name, if there is one. */
export function noteSignOutOfSession(sessionKey: string, nowMs: number): void {
  const session = v.safeParse(storedSession, keptText('browser', sessionKey).read())
  if (session.success) noteSignOut(session.output.user.id, nowMs)
}
