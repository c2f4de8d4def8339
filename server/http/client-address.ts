import { isIP } from 'node:net'

export interface Connection {
  /** Whoever opened the connection: the visitor, or the last proxy. */
  socketAddress: string | undefined
  /** The header X-Forwarded-For, to which each proxy appends the address that it was asked from. */
  forwardedFor: string | undefined
}

/**
 * The visitor's IP address in its one spelling, with so many proxies in front that the operator vouches for. What a
 * visitor claims stands further left than what those proxies append and is never read. Where the list is shorter than
 * it should be or names no address, somebody came round the proxies: then it is the connection's own.
 */
export function clientAddress({ socketAddress, forwardedFor }: Connection, trustedProxies: number): string | undefined {
  const claimed = (forwardedFor ?? '').split(',')
  const forwarded = trustedProxies > 0 ? claimed.at(-trustedProxies) : undefined
  return parseAddress(forwarded) ?? parseAddress(socketAddress)
}

/** An IPv4 or IPv6 address, with a port or in brackets if need be; undefined for anything else. */
function parseAddress(text: string | undefined): string | undefined {
  const trimmed = (text ?? '').trim()
  const bare =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(trimmed)?.[1] ?? trimmed
  const address = bare.replace(/%.*$/s, '')
  if (isIP(address) === 4) return address
  if (isIP(address) !== 6) return undefined
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  return mappedIPv4(canonical) ?? canonical
}

/** An IPv4 address that a socket for both kinds writes as IPv6: `::ffff:c000:201` is 192.0.2.1 (RFC 4291 §2.5.5.2). */
function mappedIPv4(address: string): string | undefined {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)
  if (!match) return undefined
  return match.slice(1).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]).join('.')
}
