import * as v from 'valibot'

/** A URL that personal details may be sent to: over TLS, or on this machine. */
export const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, 'must be an https address, or an http address of this machine, without a user or password'),
)

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // Fetch sends nothing to such an address, and what it throws looks like a broken connection.
  if (url?.username || url?.password) return false
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
