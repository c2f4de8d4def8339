import { decodeJwt, decodeProtectedHeader } from 'jose'

/**
 * Replaces what differs from run to run by its shape, and each id and address by its number within a scenario, so that it
 * still shows which of them are the same.
 */
export interface Shapes {
  /** A JSON value, or a text. */
  of(value: unknown): unknown
}

export function createShapes(base: string, siteUrl: string): Shapes {
  const numbers = new Map<string, string>()
  const numbered = (kind: string, value: string) => {
    const known = numbers.get(value)
    if (known) return known
    const count = [...numbers.values()].filter((each) => each.startsWith(`<${kind} `)).length
    const name = `<${kind} ${count + 1}>`
    numbers.set(value, name)
    return name
  }
  const text = (value: string): unknown => {
    if (/^ey[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return token(value)
    return value
      .replaceAll(base, '<base>')
      .replaceAll(encodeURIComponent(base), '<base>')
      .replaceAll(siteUrl, '<site>')
      .replaceAll(encodeURIComponent(siteUrl), '<site>')
      .replaceAll(/ey[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
      .replaceAll(/[\w.+-]+(?:@|%40)[\w-]+\.example\.com/gi, (address) => numbered('address', address.toLowerCase().replace('%40', '@')))
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, (id) => numbered('id', id))
      .replaceAll(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)/g, '<time>')
      .replaceAll(/(?<![0-9a-f])[0-9a-f]{56}(?![0-9a-f])/g, '<hash>')
      .replaceAll(/after \d+ seconds/g, 'after <n> seconds')
      .replaceAll(/(refresh_token=)[\w-]+/g, '$1<token>')
      .replaceAll(/(expires_(?:at|in)=)\d+/g, '$1<seconds>')
  }
  const token = (value: string) => ({ jwt: { header: shape(decodeProtectedHeader(value)), claims: shape(decodeJwt(value)) } })
  const shape = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (value instanceof Date) return '<time>'
    if (Array.isArray(value)) return value.map(shape)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(entries.map(([name, each]) => [name, opaque(name, each) ?? shape(each)]))
  }
  return { of: shape }
}

/** The shape of a value that is told by its name alone; undefined if there is none. */
function opaque(name: string, value: unknown): unknown {
  if (typeof value === 'number') return /^(expires_at|iat|exp|timestamp)$/.test(name) ? '<seconds>' : undefined
  if (typeof value !== 'string' || value === '') return undefined
  if (name === 'refresh_token') return '<token>'
  // One digit six times is a code that a scenario has made up.
  if (/^(email_otp|code|token|nonce)$/.test(name) && /^(?!(\d)\1+$)\d{6}$/.test(value)) return '<code>'
  if (/^code_(challenge|verifier)$/.test(name) && value.length === 43) return `<${name.replace('_', ' ')}>`
  if (name === 'secret') return `<secret of ${value.length}>`
  if (name === 'qr_code') return `${value.slice(0, 28)}…`
  if (name === 'uri') return value.replace(/secret=\w+/, 'secret=<secret>').replace(/[\w.-]+(@|%40)[\w-]+\.example\.com/, '<address>').replace(/totp\/[^:]+:/, 'totp/<issuer>:').replace(/issuer=[^&]+/, 'issuer=<issuer>')
  if (/^(kid|x|y)$/.test(name)) return `<${name}>`
  if (name === 'encrypted_password') return value.replace(/^(\$2[aby]\$\d\d\$).*/, '$1…')
  return undefined
}
