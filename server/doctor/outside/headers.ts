import type { Check } from '../check.ts'
import { headerOf, type Site } from './site.ts'

/** What `_headers` has for every page besides its policy. */
const expected: [name: string, value: RegExp][] = [
  ['x-content-type-options', /^nosniff$/i],
  ['referrer-policy', /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/i],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-opener-policy', /^same-origin$/i],
]

/** Whether the server sends the headers of `_headers`, to pages that there are and to others. */
export async function checkHeaders({ url, home, ask }: Site): Promise<Check> {
  const name = 'Headers'
  const missing = expected.filter(([header, value]) => !value.test(headerOf(home, header))).map(([header]) => header)
  if (missing.length) return { name, result: 'warning', detail: `missing or different: ${missing.join(', ')} (_headers of the built site)` }
  const other = await ask(new URL('doctor-asks-for-nothing', url))
  if (!headerOf(other, 'content-security-policy')) return { name, result: 'warning', detail: 'pages that do not exist come without them' }
  return { name, result: 'ok', detail: 'as in _headers' }
}

/** Whether the policy of `_headers` arrives, and lets the page work as it arrives. */
export function checkPolicy({ home, page, policy }: Site): Check {
  const name = 'Policy'
  if (!headerOf(home, 'content-security-policy')) {
    return { name, result: 'fault', detail: 'there is no Content-Security-Policy: the server does not send what _headers says' }
  }
  const allowed = ['script-src', 'style-src'].flatMap((each) => policy.get(each) ?? [])
  if (allowed.includes("'unsafe-inline'")) return { name, result: 'fault', detail: "it has 'unsafe-inline': it is not the one of _headers" }
  const wanted: [string, string][] = [['default-src', "'none'"], ['base-uri', "'none'"], ['frame-ancestors', "'none'"], ['require-trusted-types-for', "'script'"]]
  const weaker = wanted.filter(([directive, value]) => policy.get(directive)?.join(' ') !== value).map(([directive]) => directive)
  if (weaker.length) return { name, result: 'warning', detail: `other than in _headers: ${weaker.join(', ')}` }
  if (page.inlineHashes.some((hash) => !allowed.includes(hash))) {
    return { name, result: 'fault', detail: 'it forbids a script or style of the page: something on the way changes pages, or they are from different builds' }
  }
  return { name, result: 'ok', detail: 'as in _headers, and the page keeps to it' }
}
