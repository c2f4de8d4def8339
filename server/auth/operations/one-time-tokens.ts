import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { PoolClient } from 'pg'
import { letterFacts } from '../../../domain/email-facts.ts'
import {
  commitWithoutWaiting,
  countWrongTries,
  lockTokens,
  type OneTimeTokenType,
  type PendingToken,
  storeToken,
  type TokenKey,
} from '../stores/one-time-tokens.ts'

/** Whether a link carries the tokens of a session itself, or a code that only the asking browser can exchange. */
export type Flow = 'implicit' | 'pkce'

export interface TokenRequest {
  userId: string
  type: OneTimeTokenType
  /** The address that the letter goes to. */
  email: string
  now: Date
  flow?: Flow
}

/** What is on trial: a link's hash, or a code with its address or, of somebody who is signed in, its account. */
export type Presented = { hash: string } | { email: string; code: string } | { userId: string; code: string }

const mostWrongTries = 5
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
 * Makes a six-digit code and the hash that stands in links, and keeps only the hash, in place of an earlier one of the
 * same type. For an account that does not exist the work is the same and nothing is kept.
 */
export async function issueToken(
  client: PoolClient,
  { userId, type, email, now, flow = 'implicit' }: TokenRequest,
): Promise<{ code: string; hash: string }> {
  const { codeDigits } = letterFacts
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const salt = randomBytes(16).toString('base64url')
  const hash = (flow === 'pkce' ? pkcePrefix : '') + hashOf(email, salt, code)
  await storeToken(client, { userId, type, email, hash, salt }, now)
  return { code, hash }
}

/**
 * The pending token that somebody presents, if it is one of these types and not too old. It stays pending: whoever acts
 * on it removes it in the same transaction.
 *
 * Wrong codes count, and after the fifth no code matches; the link, which nobody guesses, is good for as long as before.
 * Of several accounts that wrote to one address only the last is meant: a code must not be tried against all of them.
 */
export async function matchToken(
  client: PoolClient,
  presented: Presented,
  types: readonly OneTimeTokenType[],
  sentAfter: Date,
): Promise<PendingToken | undefined> {
  if ('hash' in presented && !hashFormat.test(presented.hash)) return undefined
  const pending = youngestOfEachType(await lockTokens(client, keyOf(presented), types))
  const found = pending.find((token) => 'hash' in presented || isCodeOf(token, presented.code))
  if (found) return found.sentAt > sentAfter ? found : undefined
  await commitWithoutWaiting(client)
  await countWrongTries(client, pending)
  return undefined
}

function youngestOfEachType(pending: PendingToken[]): PendingToken[] {
  const youngestFirst = pending.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime())
  return [...Map.groupBy(youngestFirst, ({ type }) => type).values()].flatMap((tokens) => tokens.slice(0, 1))
}

function keyOf(presented: Presented): TokenKey {
  if ('hash' in presented) return { column: 'token_hash', value: presented.hash }
  if ('email' in presented) return { column: 'relates_to', value: presented.email }
  return { column: 'user_id', value: presented.userId }
}

function isCodeOf({ email, salt, hash, wrongTries }: PendingToken, code: string): boolean {
  if (wrongTries >= mostWrongTries) return false
  const expected = Buffer.from(hash.replace(pkcePrefix, ''))
  const actual = Buffer.from(hashOf(email, salt, code))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Supabase Auth's hash, with a salt before the code. */
function hashOf(email: string, salt: string, code: string): string {
  return createHash('sha224').update(email + salt + code).digest('hex')
}
