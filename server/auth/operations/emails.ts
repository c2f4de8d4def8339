import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { LinkType } from '../../../domain/email-link.ts'
import type { Email } from '../../../mail/mailer.ts'
import { type AuditAction, recordEvent } from '../stores/audit.ts'
import type { AuthService } from './auth-service.ts'
import { type AuthFault, faults } from '../contract/faults.ts'
import { pageOfLink } from '../contract/redirects.ts'
import { type Challenge, type FlowMethod, insertFlow } from '../stores/flows.ts'
import { issueToken } from './one-time-tokens.ts'
import { commitWithoutWaiting, type OneTimeTokenType, type Place, whereAsked } from '../stores/one-time-tokens.ts'

/** The recipient of an e-mail: an account, or a fictitious one that receives nothing. */
export interface Recipient {
  id: string
  email: string
}

/** What the request says about the link in the e-mail. */
export interface LinkOptions {
  redirectTo: string
  challenge: Challenge | undefined
}

interface EmailRules {
  token: OneTimeTokenType
  link: LinkType
  /** The sign-in method of whoever follows the link. */
  method: FlowMethod
}

const rules = {
  confirmation: { token: 'confirmation_token', link: 'signup', method: 'email/signup' },
  recovery: { token: 'recovery_token', link: 'recovery', method: 'recovery' },
  'magic-link': { token: 'recovery_token', link: 'magiclink', method: 'magiclink' },
} satisfies Partial<Record<Email['kind'], EmailRules>>

/**
 * Runs one transaction and sends the e-mails that it put into the outbox, once their codes are stored. Sending starts
 * after the response has gone out, so that response times do not reveal whether an e-mail was sent.
 */
export async function withEmails<Result>(
  { database, mailer }: Pick<AuthService, 'database' | 'mailer'>,
  work: (client: PoolClient, outbox: Email[]) => Promise<Result>,
): Promise<Result> {
  const outbox: Email[] = []
  const result = await database.transaction((client) => work(client, outbox))
  setImmediate(() => {
    // An anonymous account has no mailbox.
    for (const message of outbox) if (message.to !== '') void mailer.send(message)
  })
  return result
}

/** Prepares an e-mail with a new code and link, which replace those of an earlier e-mail of this kind. */
export async function prepareEmail(
  { settings, now }: AuthService,
  client: PoolClient,
  kind: keyof typeof rules,
  { id, email }: Recipient,
  { redirectTo, challenge, asked = 'elsewhere' }: LinkOptions & { asked?: Place },
): Promise<Email> {
  const { token, link, method }: EmailRules = rules[kind]
  const flow = challenge ? 'pkce' : 'implicit'
  const { code, hash } = await issueToken(client, { userId: id, type: token, email, now: now(), flow, asked })
  if (challenge) await insertFlow(client, id, method, challenge, now())
  return { kind, to: email, code, link: pageOfLink(settings, { hash, type: link, email }, redirectTo) }
}

export interface SilentEmail {
  /** The address in the request. */
  email: string
  /** Its account, if there is one that the e-mail is for, and when it received the last one of this kind. */
  account: (Recipient & { sentAt: Date | null }) | undefined
  action: AuditAction
  wish: LinkOptions
  /** The IP address of the request, if it is known. */
  from: string | undefined
}

/**
 * Prepares an e-mail for the account if there is one that may receive it. Otherwise it does the same work for a fictitious one, so
 * that neither the response nor its timing reveals the difference.
 */
export async function prepareSilently(
  service: AuthService,
  client: PoolClient,
  outbox: Email[],
  kind: keyof typeof rules,
  { email, account: existing, action, wish, from }: SilentEmail,
): Promise<void> {
  await commitWithoutWaiting(client)
  const place = await service.limits.placeOf(client, { account: email, address: from })
  const nobody = { id: randomUUID(), email, sentAt: null }
  const asked = await whereAsked(client, (existing ?? nobody).id, rules[kind].token)
  const due = existing && isDue(service, kind, existing.sentAt, { asked, place }) ? existing : undefined
  const isAllowed = await service.limits.countEmail(client, due ? email : randomUUID(), from)
  const account = isAllowed ? due : undefined
  const recipient = account ?? nobody
  const message = await prepareEmail(service, client, kind, recipient, { ...wish, asked: place })
  await recordEvent(client, { action, actor: recipient }, service.now())
  if (account) outbox.push(message)
}

/** How long an e-mail that was asked for from a familiar network is not replaced by one that is asked for elsewhere. */
const shelteredSeconds = 600

/**
 * Whether the next e-mail may be sent, a minute after the last one. At a familiar network nobody waits for an e-mail that a
 * stranger has asked for, and strangers replace none that the owner has just asked for (R-NO-LOCK-OUT). An address that is
 * not confirmed has no owner yet, and whoever signs up is at a new network until then.
 */
function isDue(
  service: AuthService,
  kind: keyof typeof rules,
  sentAt: Date | null,
  { asked, place }: { asked: Place | undefined; place: Place },
): boolean {
  if (kind !== 'confirmation' && place === 'nearby' && asked === 'elsewhere') return true
  const sheltered = place === 'elsewhere' && asked === 'nearby'
  return waitSeconds(service, sentAt, sheltered ? shelteredSeconds : undefined) === 0
}

/** The fault of a mailbox that has reached its limit. */
export function tooManyEmails({ settings }: Pick<AuthService, 'settings'>): AuthFault {
  return { ...faults.tooManyEmails, retryAfterSeconds: settings.emailIntervalSeconds }
}

/** Seconds until the account may receive the next e-mail of a kind; 0 for now. */
export function waitSeconds(
  { settings, now }: AuthService,
  sentAt: Date | null,
  intervalSeconds = settings.emailIntervalSeconds,
): number {
  if (!sentAt) return 0
  const waitMs = sentAt.getTime() + intervalSeconds * 1000 - now().getTime()
  return Math.max(0, Math.ceil(waitMs / 1000))
}
