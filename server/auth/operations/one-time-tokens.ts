import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import { emailFacts } from '../../../domain/email-facts.ts'
import {
  commitWithoutWaiting,
  countFailedAttempts,
  lockTokens,
  type OneTimeTokenType,
  type PendingToken,
  type Place,
  storeToken,
  type TokenKey,
} from '../stores/one-time-tokens.ts'

/** Whether a link yields a session itself, or a code that only the browser which requested it can exchange (RFC 7636). */
export type Flow = 'implicit' | 'pkce'

export interface TokenRequest {
  userId: string
  type: OneTimeTokenType
  /** The recipient's address. */
  email: string
  now: Date
  flow?: Flow
  asked?: Place
}

/** The credential being checked: a link's hash, or a code with its address or its signed-in user. */
export type OneTimeCredential = { hash: string } | { email: string; code: string } | { userId: string; code: string }

const maxFailedAttempts = 5
export const pkcePrefix = 'pkce_'
const hashFormat = /^(?:pkce_)?[0-9a-f]{56}$/

export const allTokenTypes = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_current',
  'email_change_token_new',
  'reauthentication_token',
] as const satisfies OneTimeTokenType[]

/**
 * Creates a six-digit code and the hash for links, and stores only the hash, replacing an earlier token of this type. For
 * a fictitious account it does the same work and stores nothing.
 */
export async function issueToken(
  client: PoolClient,
  { userId, type, email, now, flow = 'implicit', asked = 'elsewhere' }: TokenRequest,
): Promise<{ code: string; hash: string }> {
  const { codeDigits } = emailFacts
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const salt = randomBytes(16).toString('base64url')
  const hash = (flow === 'pkce' ? pkcePrefix : '') + hashOf(email, salt, code)
  await storeToken(client, { userId, type, email, hash, salt, asked }, now)
  return { code, hash }
}

/**
 * The pending token that matches the credential, if it is one of these types and not expired. It stays pending: the
 * caller removes it in the same transaction.
 *
 * After five wrong codes no code matches any more; the link, which cannot be guessed, stays valid. Familiar networks have
 * five of their own, so that strangers do not use up the owner's (R-NO-LOCK-OUT). If several accounts
 * have sent a token to one address, only the latest is checked: a guess must not be tried against all of them.
 */
export async function matchToken(
  client: PoolClient,
  presented: OneTimeCredential,
  types: readonly OneTimeTokenType[],
  sentAfter: Date,
  place: Place = 'elsewhere',
): Promise<PendingToken | undefined> {
  if ('hash' in presented && !hashFormat.test(presented.hash)) return undefined
  const pending = youngestOfEachType(await lockTokens(client, keyOf(presented), types))
  const found = pending.find((token) => 'hash' in presented || isCodeOf(token, presented.code, place))
  if (found) return found.sentAt > sentAfter ? found : undefined
  await commitWithoutWaiting(client)
  await countFailedAttempts(client, pending, place)
  return undefined
}

function youngestOfEachType(pending: PendingToken[]): PendingToken[] {
  const youngestFirst = pending.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime())
  return [...Map.groupBy(youngestFirst, ({ type }) => type).values()].flatMap((tokens) => tokens.slice(0, 1))
}

function keyOf(presented: OneTimeCredential): TokenKey {
  if ('hash' in presented) return { column: 'token_hash', value: presented.hash }
  if ('email' in presented) return { column: 'relates_to', value: presented.email }
  return { column: 'user_id', value: presented.userId }
}

function isCodeOf({ email, salt, hash, failedAttempts }: PendingToken, code: string, place: Place): boolean {
  if (failedAttempts[place] >= maxFailedAttempts) return false
  const expected = Buffer.from(hash.replace(pkcePrefix, ''))
  const actual = Buffer.from(hashOf(email, salt, code))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** The hash of Supabase Auth (supabase/auth internal/crypto/crypto.go, GenerateTokenHash), with a salt before the code. */
function hashOf(email: string, salt: string, code: string): string {
  return createHash('sha224').update(email + salt + code).digest('hex')
}
