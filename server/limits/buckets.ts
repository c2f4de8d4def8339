import { createHash } from 'node:crypto'
import type { Bucket } from './stored-buckets.ts'
import { defaultLimits, type LimitChanges, type LimitedAction, type Scope } from './figures.ts'

/** Whom a request counts against; unknown parts are not counted. */
export interface Subject {
  address?: string | undefined
  account?: string | undefined
}

// Raises the limit of wrong passwords for an address that all visitors behind an undeclared local proxy share.
const sharedAddressFactor = 10

/** The buckets of a request, as far as its subject is known. */
export function bucketsOf(changes: LimitChanges, action: LimitedAction, subject: Subject, scopes: Scope[]): Bucket[] {
  const limits = { ...defaultLimits[action], ...changes[action] }
  return scopes.flatMap((scope) => {
    const limit = limits[scope]
    const name = nameOf(scope, subject)
    const shared = scope === 'address' && isShared(subject.address)
    if (!limit || !name || (shared && action !== 'wrong-password')) return []
    const times = shared ? limit.times * sharedAddressFactor : limit.times
    return [{ key: hash(action, scope, ...name), times, intervalMs: (limit.seconds * 1000) / times }]
  })
}

/**
 * Requests from this machine come from a demonstration, or from all visitors behind a proxy that TRUST_PROXY does not
 * declare. So they are not limited, except for wrong passwords.
 */
function isShared(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$)/.test(address)
}

/**
 * The mailbox behind an address, as far as it shows: what stands behind a `+` in its local part sorts the mail of one person
 * (RFC 5233). For counting only; an account is its whole address.
 */
export const mailboxOf = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, '$1@')

/** The key under which an account's familiar network is stored. */
export function familiarKey(subject: Subject): Buffer | undefined {
  const name = nameOf('accountAtAddress', subject)
  return name && hash('familiar', ...name)
}

function nameOf(scope: Scope, { address, account }: Subject): string[] | undefined {
  if (scope === 'address') return address ? [networkOf(address)] : undefined
  if (!account) return undefined
  if (scope === 'account') return [account]
  return address ? [account, networkOf(address)] : undefined
}

function hash(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * The network of one customer: an IPv4 address itself, or the /64 of an IPv6 address, since every customer has at least
 * a /64 to choose addresses from (RFC 6177). Expects a canonical address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  if (right === undefined) return `${groups.slice(0, 4).join(':')}::/64`
  const last = right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - last.length }, () => '0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
