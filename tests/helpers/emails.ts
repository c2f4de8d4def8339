import type { Hono } from 'hono'
import type { Letter } from '../../server/mail/mailer.ts'
import type { TestAuth } from './auth.ts'

/** The letters to an address, oldest first, of one kind or of all. */
export function lettersTo({ letters }: Pick<TestAuth, 'letters'>, email: string, kind?: Letter['kind']): Letter[] {
  return letters.filter((letter) => letter.to === email && (kind === undefined || letter.kind === kind))
}

/** The youngest letter to an address. */
export function letterTo(auth: Pick<TestAuth, 'letters'>, email: string, kind?: Letter['kind']): Required<Letter> {
  const letter = lettersTo(auth, email, kind).at(-1)
  if (!letter) throw new Error(`no letter was written to ${email}`)
  return { code: '', link: '', newEmail: '', ...letter }
}

/** The hash in a letter's link. */
export const hashIn = ({ link }: Required<Letter>): string => new URL(link).searchParams.get('token') ?? ''

export interface Landing {
  status: number
  /** Where the visitor is sent, without query and fragment. */
  page: string
  query: Record<string, string>
  fragment: Record<string, string>
}

/** Follows a letter's link as a browser does, up to the page that it is sent to. */
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
