import type { Hono } from 'hono'
import { linkTokenOf } from '../../domain/email-link.ts'
import type { Email } from '../../mail/mailer.ts'
import type { TestAuth } from './auth.ts'

/** The e-mails to an address, oldest first, of one kind or of all. */
export function emailsTo({ emails }: Pick<TestAuth, 'emails'>, email: string, kind?: Email['kind']): Email[] {
  return emails.filter((message) => message.to === email && (kind === undefined || message.kind === kind))
}

/** The latest e-mail to an address. */
export function emailTo(auth: Pick<TestAuth, 'emails'>, email: string, kind?: Email['kind']): Required<Email> {
  const message = emailsTo(auth, email, kind).at(-1)
  if (!message) throw new Error(`no message was written to ${email}`)
  return { code: '', link: '', newEmail: '', codesLeft: 0, ...message }
}

/** The hash in an e-mail's link. */
export const hashIn = ({ link }: Required<Email>): string => linkTokenOf(new URL(link).hash)?.hash ?? ''

export interface Landing {
  status: number
  /** Where the visitor is sent, without query and fragment. */
  page: string
  query: Record<string, string>
  fragment: Record<string, string>
}

/** Where other clients of the service use the token of a link by GET. */
export function verifyPath(link: string): string {
  const token = linkTokenOf(new URL(link).hash)
  return `/verify?token=${token?.hash}&type=${token?.type}`
}

/** Uses the token of a link as other clients of the service do, by GET, up to the page that they are sent to. */
export async function follow(app: Hono, link: string): Promise<Landing> {
  return landingOf(await app.request(verifyPath(link)))
}

export function landingOf(response: Response): Landing {
  const url = new URL(response.headers.get('location') ?? 'about:blank')
  return {
    status: response.status,
    page: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
