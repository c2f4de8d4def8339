import { createHash } from 'node:crypto'
import { defaultLimits, type LimitChanges, type LimitedAction, type Scope } from './figures.ts'
import type { Bucket } from '../stores/limits.ts'
import { networkOf } from './network.ts'

/** Whom a request counts for; what is not known is not counted. */
export interface Subject {
  address?: string | undefined
  account?: string | undefined
}

// Everybody behind a proxy that TRUST_PROXY does not count seems to come from this machine.
const sharedTimes = 10

/** The buckets that a request fills, as far as its subject is known. */
export function bucketsOf(changes: LimitChanges, action: LimitedAction, subject: Subject, scopes: Scope[]): Bucket[] {
  const limits = { ...defaultLimits[action], ...changes[action] }
  return scopes.flatMap((scope) => {
    const limit = limits[scope]
    const name = nameOf(scope, subject)
    const shared = scope === 'address' && isShared(subject.address)
    if (!limit || !name || (shared && action !== 'wrong-password')) return []
    const times = shared ? limit.times * sharedTimes : limit.times
    return [{ key: hash(action, scope, ...name), times, intervalMs: (limit.seconds * 1000) / times }]
  })
}

/**
 * Requests from this machine itself come from whoever tries the site out, or from a proxy that TRUST_PROXY does not
 * name, and then from everybody: how many there are says nothing. That passwords are guessed still does.
 */
function isShared(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$)/.test(address)
}

/** Under what it is kept that an account's owner was at an address. */
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
