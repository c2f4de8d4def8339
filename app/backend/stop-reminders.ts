import { backendAddress } from './address.ts'
import { keptText, nameHere } from './browser-storage.ts'

/** As in the link of a reminder: a UUID. */
const tokenFormat = /^#stop=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const limitMs = 30_000

const stored = keptText('tab', nameHere('stop-reminders'))

/** Keeps the token of a link in this tab. Returns whether the address had one. */
export function keepStopToken(hash: string): boolean {
  const token = tokenFormat.exec(hash)?.[1]
  if (token) stored.write(token)
  return token !== undefined
}

export const keptStopToken = (): string | undefined => stored.read()

/** Ends the reminders of this token, which is then forgotten (R-WELCOME). Other origins need not be asked before such a request. */
export async function stopReminders(token: string): Promise<'stopped' | 'failed'> {
  const { BASE_URL, SUPABASE_URL } = import.meta.env
  const { url } = backendAddress({ BASE_URL, SUPABASE_URL }, location.origin)
  // `boundedFetch` would bring what only pages with a session need.
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  const asked = { method: 'POST', signal: limit.signal }
  const answer = await fetch(`${url}/functions/v1/payment-received?stop=${token}`, asked).catch(() => undefined)
  clearTimeout(timer)
  if (!answer?.ok) return 'failed'
  stored.forget()
  return 'stopped'
}
