import type { Check } from '../check.ts'
import { headerOf, type Site } from './site.ts'

const dayMs = 86_400_000

/** Whether the certificate will be renewed in time: programs that renew do so when a third of its time is left, at the latest. */
export function checkCertificate({ url, home: { certificate }, now }: Site): Check | Check[] {
  const name = 'Certificate'
  if (!certificate) return { name, result: 'fault', detail: `${url.protocol}//${url.host} is not encrypted: passwords and personal details travel openly` }
  const [left, whole] = [Number(certificate.to) - Number(now), Number(certificate.to) - Number(certificate.from)]
  const days = `${Math.floor(left / dayMs)} of ${Math.round(whole / dayMs)} days left`
  if (left < whole / 12) return { name, result: 'fault', detail: `${days}: it is not renewed` }
  if (left < whole / 6) return { name, result: 'warning', detail: `${days}: it should have been renewed` }
  return { name, result: 'ok', detail: `valid, ${days}` }
}

/** Whether visitors who type no https come to the encrypted site. */
export async function checkRedirect({ url, ask, plainPort }: Site): Promise<Check | Check[]> {
  if (url.protocol !== 'https:' || plainPort === undefined) return []
  const name = 'Redirect'
  const plain = Object.assign(new URL(url), { protocol: 'http:', port: String(plainPort) })
  const answer = await ask(plain)
  const target = URL.parse(headerOf(answer, 'location'), plain)
  if (answer.status < 300 || answer.status > 399 || !target) {
    return { name, result: 'fault', detail: `${plain.href} answers ${answer.status} instead of leading to ${url.href}` }
  }
  if (target.href !== url.href) return { name, result: 'warning', detail: `${plain.href} leads to ${target.href} first` }
  return { name, result: 'ok', detail: `${plain.href} leads to ${url.protocol}//` }
}

const monthSeconds = 30 * 86_400

/** Whether browsers come back encrypted only (RFC 6797). */
export function checkStrictTransport({ url, home }: Site): Check | Check[] {
  if (url.protocol !== 'https:') return []
  const name = 'Strict transport'
  const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(headerOf(home, 'strict-transport-security'))?.[1] ?? 0)
  if (seconds < monthSeconds) return { name, result: 'warning', detail: 'Strict-Transport-Security is missing, or says less than a month' }
  return { name, result: 'ok', detail: `browsers come back encrypted for ${Math.floor(seconds / 86_400)} days` }
}
