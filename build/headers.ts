import { createHash } from 'node:crypto'
import { deskPath } from '../app/desk-path.ts'
import { transportHeaders } from '../domain/transport-headers.ts'
import type { SiteSettings } from './site-settings.ts'

export interface BuiltPage {
  /** Relative to the base path; undefined for pages served at any address. */
  path: string | undefined
  html: string
}

type Headers = Record<string, string>

/**
 * The `_headers` file that Netlify, Cloudflare Pages and the gateway read: an unindented address, its headers
 * indented below. Addresses include the base path.
 */
export function headersFile(settings: SiteSettings, pages: BuiltPage[], contactFormOrigin: string): string {
  const { basePath } = settings
  const hidden = pages.filter(({ html }) => /<meta name="robots" content="noindex"/.test(html))
  const rules: [string, Headers][] = [
    [`${basePath}*`, securityHeaders(settings, pages, contactFormOrigin)],
    [`${basePath}assets/*`, { 'Cache-Control': 'public, max-age=31536000, immutable' }],
    ...bothForms(basePath + deskPath.slice(1), { 'Content-Security-Policy': deskPolicy(settings), 'X-Robots-Tag': 'noindex' }),
    ...hidden.flatMap(({ path }): [string, Headers][] => {
      const address = path && basePath + path.slice(1)
      return address ? bothForms(address, { 'X-Robots-Tag': 'noindex' }) : []
    }),
  ]
  return rules.map(([address, headers]) => [address, ...lines(headers)].join('\n')).join('\n\n') + '\n'
}

/** With and without a slash at the end. */
const bothForms = (address: string, headers: Headers): [string, Headers][] => [address, `${address}/`].map((form) => [form, headers])

function lines(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
}

function securityHeaders({ origin, supabase }: SiteSettings, pages: BuiltPage[], contactFormOrigin: string): Headers {
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(pages, 'script')],
    'style-src': ["'self'", ...inlineHashes(pages, 'style')],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...(supabase ? [new URL(supabase.url).origin] : [])],
    'frame-src': [contactFormOrigin],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // Nothing of the site makes HTML or script of texts, so nobody needs to vouch for any.
    'trusted-types': ["'none'"],
  }
  return {
    'Content-Security-Policy': policyText(policy),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...transportHeaders(origin),
  }
}

const policyText = (policy: Record<string, string[]>) =>
  Object.entries(policy).map(([name, values]) => [name, ...values].join(' ')).join('; ')

/**
 * The desk has no inline script or style, no frame and no manifest. Each of these is within the policy of all pages, since a
 * host may send both: Netlify and Cloudflare join headers of one name, and browsers then keep to both.
 */
function deskPolicy({ supabase }: SiteSettings): string {
  return policyText({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // The picture for the authenticator app comes from the sign-in service as data.
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(supabase ? [new URL(supabase.url).origin] : [])],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
}

/**
 * CSP hashes of all inline elements of one kind on any page, sorted and unique. Structured data is not included, since a
 * data block is never executed.
 */
export function inlineHashes(pages: BuiltPage[], element: 'script' | 'style'): string[] {
  const pattern = new RegExp(`<${element}(?![^>]*\\s(?:src=|type="application/ld\\+json"))[^>]*>([^]*?)</${element}>`, 'g')
  const contents = pages.flatMap(({ html }) => [...html.matchAll(pattern)].map((match) => match[1] ?? ''))
  return [...new Set(contents)].map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`).toSorted()
}
