import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Letter } from '../../mail/mailer.ts'
import { type AuditAction, recordEvent } from '../stores/audit.ts'
import type { AuthService, AuthSettings } from './auth-service.ts'
import { type AuthFault, faults } from '../contract/faults.ts'
import { type Challenge, type FlowMethod, insertFlow } from '../stores/flows.ts'
import { issueToken } from './one-time-tokens.ts'
import { commitWithoutWaiting, type OneTimeTokenType } from '../stores/one-time-tokens.ts'

/** What a link in a letter is good for, as the contract names it. */
export type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change'

/** Somebody who is written to: an account, or nobody. */
export interface Recipient {
  id: string
  email: string
}

/** What the one who asked for a letter said about its link. */
export interface LinkWish {
  redirectTo: string
  challenge: Challenge | undefined
}

interface LetterRules {
  token: OneTimeTokenType
  link: LinkType
  /** How somebody who follows the link signs in. */
  method: FlowMethod
}

const rules = {
  confirmation: { token: 'confirmation_token', link: 'signup', method: 'email/signup' },
  recovery: { token: 'recovery_token', link: 'recovery', method: 'recovery' },
  'magic-link': { token: 'recovery_token', link: 'magiclink', method: 'magiclink' },
} satisfies Partial<Record<Letter['kind'], LetterRules>>

/** Where a letter's button leads: to this service, which sends the visitor on to `redirectTo`. */
export function letterLink({
  settings,
  hash,
  type,
  redirectTo,
}: {
  settings: Pick<AuthSettings, 'issuer'>
  hash: string
  type: LinkType
  redirectTo: string
}): string {
  return `${settings.issuer}/verify?${new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()}`
}

/**
 * Runs one transaction and posts the letters that it wrote, once their codes are stored. Nobody waits for the post,
 * since the time would tell whether somebody was written to: it begins after the answer has gone out.
 */
export async function withLetters<Result>(
  { database, mailer }: Pick<AuthService, 'database' | 'mailer'>,
  work: (client: PoolClient, outbox: Letter[]) => Promise<Result>,
): Promise<Result> {
  const outbox: Letter[] = []
  const result = await database.transaction((client) => work(client, outbox))
  setImmediate(() => {
    for (const letter of outbox) void mailer.send(letter)
  })
  return result
}

/** Writes a letter with a new code and link, which replace those of an earlier letter of the kind. */
export async function writeLetter(
  { settings, now }: AuthService,
  client: PoolClient,
  kind: keyof typeof rules,
  { id, email }: Recipient,
  { redirectTo, challenge }: LinkWish,
): Promise<Letter> {
  const { token, link, method }: LetterRules = rules[kind]
  const flow = challenge ? 'pkce' : 'implicit'
  const { code, hash } = await issueToken(client, { userId: id, type: token, email, now: now(), flow })
  if (challenge) await insertFlow(client, id, method, challenge, now())
  return { kind, to: email, code, link: letterLink({ settings, hash, type: link, redirectTo }) }
}

export interface SilentLetter {
  /** The address that the request names. */
  email: string
  /** Its account, if there is one that may be written to. */
  account: Recipient | undefined
  action: AuditAction
  wish: LinkWish
  /** The IP address that it is asked for from, where it is known. */
  from: string | undefined
}

/**
 * Writes to an account if there is one and it may be written to. If not, the same work is done for nobody, so that no
 * answer and no time tells one from the other.
 */
export async function writeSilently(
  service: AuthService,
  client: PoolClient,
  outbox: Letter[],
  kind: keyof typeof rules,
  { email, account: existing, action, wish, from }: SilentLetter,
): Promise<void> {
  await commitWithoutWaiting(client)
  const isAllowed = await service.limits.letterTo(client, existing ? email : randomUUID(), from)
  const account = isAllowed ? existing : undefined
  const recipient = account ?? { id: randomUUID(), email }
  const letter = await writeLetter(service, client, kind, recipient, wish)
  await recordEvent(client, { action, actor: recipient }, service.now())
  if (account) outbox.push(letter)
}

/** A mailbox has been sent as many letters as an hour allows: nothing changes before the next one might be due. */
export function tooManyLetters({ settings }: Pick<AuthService, 'settings'>): AuthFault {
  return { ...faults.tooManyLetters, retryAfterSeconds: settings.letterIntervalSeconds }
}

/** Seconds until the account may be sent the next letter of a kind; 0 for at once. */
export function waitSeconds({ settings, now }: AuthService, sentAt: Date | null): number {
  if (!sentAt) return 0
  const waitMs = sentAt.getTime() + settings.letterIntervalSeconds * 1000 - now().getTime()
  return Math.max(0, Math.ceil(waitMs / 1000))
}
