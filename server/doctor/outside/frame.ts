import { isLoopback } from '../../env.ts'
import type { Check } from '../check.ts'
import { readPolicy } from './page.ts'
import { headerOf, type Site } from './site.ts'

/** Whether the contact form in its frame is one that visitors reach (R-CONTACT-FORM). */
export async function checkFrame({ url, page, policy, ask }: Site): Promise<Check | Check[]> {
  const name = 'Contact form'
  const [source] = page.frames
  if (source === undefined) return []
  const address = URL.parse(source, url)
  if (!address || !/^https?:$/.test(address.protocol)) return { name, result: 'fault', detail: `its frame has no address: ${source}` }
  if (address.origin === url.origin) return { name, result: 'fault', detail: "its origin is the site's own, so its sandbox protects nothing" }
  if (isLoopback(address.href) && !isLoopback(url.href)) {
    return { name, result: 'fault', detail: 'it is the stand-in of the machine that built the site: set contactForm in site.config.ts' }
  }
  if (!policy.get('frame-src')?.includes(address.origin)) return { name, result: 'fault', detail: `the policy does not allow a frame of ${address.origin}` }
  const answer = await ask(address)
  if (answer.status >= 400) return { name, result: 'fault', detail: `${address.host} answers ${answer.status}` }
  const ancestors = readPolicy(headerOf(answer, 'content-security-policy')).get('frame-ancestors')
  const refusesAll = /^(deny|sameorigin)$/i.test(headerOf(answer, 'x-frame-options')) && !ancestors
  if (refusesAll || ancestors?.join(' ') === "'none'" || ancestors?.join(' ') === "'self'") {
    return { name, result: 'fault', detail: `${address.host} does not let other sites show it` }
  }
  return { name, result: 'ok', detail: `${address.host} answers, and may be shown here` }
}
