import type { Hono } from 'hono'
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
export const hashIn = ({ link }: Required<Email>): string => new URL(link).searchParams.get('token') ?? ''

export interface Landing {
  status: number
  /** Where the visitor is sent, without query and fragment. */
  page: string
  query: Record<string, string>
  fragment: Record<string, string>
}

/** Follows an e-mail's link as a browser does, up to the page that it is sent to. */
export async function follow(app: Hono, link: string): Promise<Landing> {
  const { pathname, search } = new URL(link)
  const response = await app.request(pathname.replace(/^\/auth\/v1/, '') + search)
  const url = new URL(response.headers.get('location') ?? 'about:blank')
  return {
    status: response.status,
    page: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
