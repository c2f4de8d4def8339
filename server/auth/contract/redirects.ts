import type { Context } from 'hono'
import { emailLink, type LinkToken } from '../../../domain/email-link.ts'
import type { AuthFault } from './faults.ts'

/** Where links may lead. */
export interface RedirectTargets {
  /** The root of the site with its base path, where links lead by default. Ends with a slash. */
  siteUrl: string
  /** Further addresses, with `*` and `**` as Supabase Auth reads them. */
  allowedRedirects: string[]
}

/**
 * Where a link in an e-mail finally leads: the first allowed one of the address in the request, the referring page, and
 * the site (supabase/auth internal/utilities/request.go, GetReferrer).
 */
export function redirectTarget(settings: RedirectTargets, context: Context): string {
  const { req } = context
  const asked = req.header('redirect_to') || req.query('redirect_to')
  for (const address of [asked, req.header('referer')]) {
    const allowed = address === undefined ? undefined : allowedRedirect(settings, address)
    if (allowed) return allowed
  }
  return settings.siteUrl
}

/** The address, normalized, if it is a page of the site or matches an allowed pattern. */
export function allowedRedirect({ siteUrl, allowedRedirects }: RedirectTargets, address: string): string | undefined {
  if (!absolute.test(address) || misread.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return undefined
  const allowed = isWithin(url, new URL(siteUrl)) || allowedRedirects.some((pattern) => matches(url, pattern))
  return allowed ? url.href : undefined
}

/** The address behind an e-mail's button: a page of the site, whose own button leads where the request wanted. */
export function pageOfLink({ siteUrl }: RedirectTargets, token: Omit<LinkToken, 'redirectTo'>, redirectTo: string): string {
  return emailLink(siteUrl, redirectTo === siteUrl ? token : { ...token, redirectTo })
}

/** The address with a session, a message or a fault in its fragment, which no server sees. */
export function withFragment(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  // The empty `sb` marks the fragment as Supabase Auth's.
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString()
  return url.href
}

export function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

/** A fault as query parameters of the address that the client is redirected to (RFC 6749 §4.1.2.1). */
export function faultParameters({ status, code, message }: AuthFault): Record<string, string> {
  const error = oauthErrors[status]
  return { ...(error && { error }), error_code: code, error_description: message }
}

const oauthErrors: Partial<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

const absolute = /^https?:\/\/[^/]/i

// Browsers ignore control characters and treat a backslash as a slash.
const misread = /[\p{Cc}\s\\]/u

function isWithin(url: URL, site: URL): boolean {
  return url.origin === site.origin && `${url.pathname.replace(/\/$/, '')}/`.startsWith(site.pathname)
}

/** `*` matches anything but dots and slashes, `**` anything; neither matches across host and path. */
function matches(url: URL, pattern: string): boolean {
  const [, scheme, host = '', path = '/'] = /^(https?):\/\/([^/]+)(\/.*)?$/i.exec(pattern) ?? []
  return (
    `${scheme?.toLowerCase()}:` === url.protocol &&
    glob(host.toLowerCase()).test(url.host) &&
    glob(path).test(url.pathname + url.search)
  )
}

function glob(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*?)/).map((part) => wildcards[part] ?? literal(part))
  return new RegExp(`^${parts.join('')}$`)
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
const wildcards: Partial<Record<string, string>> = { '*': '[^./]*', '**': '.*' }
