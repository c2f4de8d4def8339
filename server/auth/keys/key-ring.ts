import type { JSONWebKeySet } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** Whose tokens a key signs: people's access tokens, or the token of the organisation's own programs. */
export type KeyPurpose = 'session' | 'service'

/** A key with its place in time. It signs until the next key of its purpose does. */
export interface TimedKey {
  purpose: KeyPurpose
  signsFrom: Date
  key: SigningKey
}

/** The keys of one moment. */
export interface KeyRing {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey
  /** The key of this id, if its tokens are good still, and the purposes that they may serve. */
  find(id: string): { key: SigningKey; purposes: Set<KeyPurpose> } | undefined
  /** The keys to come, those that sign now, and the former ones whose tokens are good still. */
  published: JSONWebKeySet
}

/** Gateways notice a change at different moments and their clocks differ. */
const toleranceMs = 10 * 60_000

/** People have to carry a new service token to their programs. */
const serviceOverlapMs = 86_400_000

/** How long a key verifies after another has taken its place: until the last token it signed has expired. */
export function overlapMs(purpose: KeyPurpose, accessTokenSeconds: number): number {
  return purpose === 'session' ? accessTokenSeconds * 1000 + toleranceMs : serviceOverlapMs
}

/** Puts keys in order; there has to be one of each purpose. */
export function keyRing(keys: TimedKey[], now: Date, accessTokenSeconds: number): KeyRing {
  const good = verifyingKeys(keys, now, accessTokenSeconds)
  const byId = new Map<string, { key: SigningKey; purposes: Set<KeyPurpose> }>()
  for (const { key, purpose } of good) {
    const entry = byId.get(key.id) ?? { key, purposes: new Set() }
    entry.purposes.add(purpose)
    byId.set(key.id, entry)
  }
  return {
    current(purpose) {
      const own = good.filter((each) => each.purpose === purpose)
      // A clock that is behind may know no key that signs already; then the oldest has to.
      const signing = own.findLast(({ signsFrom }) => signsFrom <= now) ?? own[0]
      if (!signing) throw new Error(`there is no signing key for ${purpose} tokens`)
      return signing.key
    },
    find: (id) => byId.get(id),
    published: { keys: [...byId.values()].map(({ key }) => key.published) },
  }
}

/** The keys whose tokens are good at this moment or will be, oldest first; the others are of no use any more. */
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
