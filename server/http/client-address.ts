import { isIP } from 'node:net'
import type { Log } from '../runtime/log.ts'

export interface Connection {
  /** The other end of the connection: the visitor, or the last proxy. */
  socketAddress: string | undefined
  /** The header X-Forwarded-For, to which each proxy appends the address of its client. */
  forwardedFor: string | undefined
}

/**
 * The visitor's IP address in canonical form, behind this many trusted proxies. Entries that a visitor
 * forges are to the left of those that the proxies append, and are never read. If the list is too short or has no address there, the request
 * bypassed the proxies, and the connection's own address counts.
 */
export function clientAddress({ socketAddress, forwardedFor }: Connection, trustedProxies: number): string | undefined {
  const claimed = (forwardedFor ?? '').split(',')
  const forwarded = trustedProxies > 0 ? claimed.at(-trustedProxies) : undefined
  return parseAddress(forwarded) ?? parseAddress(socketAddress)
}

/** An IPv4 or IPv6 address, perhaps in brackets or with a port; undefined for anything else. */
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

/** An IPv4 address that a dual-stack socket reports as IPv6: `::ffff:c000:201` is 192.0.2.1 (RFC 4291 §2.5.5.2). */
function mappedIPv4(address: string): string | undefined {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address)
  if (!match) return undefined
  return match.slice(1).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]).join('.')
}

/**
 * Warns the operator, once, that requests come through a proxy although TRUST_PROXY is not set: all visitors then
 * have one address and share its limits.
 */
export function createProxyWarning(log: Log, trustedProxies: number): (connection: Connection) => void {
  let isDue = trustedProxies === 0
  return ({ forwardedFor }) => {
    if (!isDue || forwardedFor === undefined) return
    isDue = false
    log('proxy-not-trusted', {
      advice: 'A request came with X-Forwarded-For. If there is a proxy in front, set TRUST_PROXY to the number of proxies.',
    })
  }
}
