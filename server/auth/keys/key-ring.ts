import type { JSONWebKeySet } from 'jose'
import type { KeyPurpose } from '../stores/keys.ts'
import type { SigningKey } from './signing-key.ts'

/** A key signs from this moment until the next key of its purpose does. */
export interface TimedKey {
  purpose: KeyPurpose
  signsFrom: Date
  key: SigningKey
}

/** The keys of one moment. */
export interface KeyRing {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey
  /** The key with this id, while tokens that it signed are valid. */
  find(id: string): TimedKey | undefined
  /** The next keys, the current ones, and former ones whose tokens are still valid. */
  published: JSONWebKeySet
}

/** Gateways load a new key at different times, and their clocks differ. */
const toleranceMs = 10 * 60_000

/** Operators need time to put a new service token into their programs. */
const serviceOverlapMs = 86_400_000

/** How long a replaced key still verifies: until the last token that it signed has expired. */
function overlapMs(purpose: KeyPurpose, accessTokenSeconds: number): number {
  return purpose === 'session' ? accessTokenSeconds * 1000 + toleranceMs : serviceOverlapMs
}

/** The state of the keys at this time. There has to be one for each purpose. */
export function keyRing(keys: TimedKey[], now: Date, accessTokenSeconds: number): KeyRing {
  const good = verifyingKeys(keys, now, accessTokenSeconds)
  return {
    current(purpose) {
      const own = good.filter((each) => each.purpose === purpose)
      // On a slow clock no key may be due yet: then the oldest one signs.
      const signing = own.findLast(({ signsFrom }) => signsFrom <= now) ?? own[0]
      if (!signing) throw new Error(`there is no signing key for ${purpose} tokens`)
      return signing.key
    },
    find: (id) => good.find(({ key }) => key.id === id),
    published: { keys: good.map(({ key }) => key.published) },
  }
}

/** The keys whose tokens are or will be valid, oldest first. The others can be deleted. */
export function verifyingKeys<Key extends Pick<TimedKey, 'purpose' | 'signsFrom'>>(
  keys: Key[],
  now: Date,
  accessTokenSeconds: number,
): Key[] {
  const inOrder = keys.toSorted((one, other) => one.signsFrom.getTime() - other.signsFrom.getTime())
  return inOrder.filter((key, place) => {
    const next = inOrder.slice(place + 1).find(({ purpose }) => purpose === key.purpose)
    return !next || next.signsFrom.getTime() + overlapMs(key.purpose, accessTokenSeconds) > now.getTime()
  })
}
