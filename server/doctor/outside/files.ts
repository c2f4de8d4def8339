import type { Check } from '../check.ts'
import { headerOf, isWithin, type Site } from './site.ts'

const yearSeconds = 31_536_000

/** Whether files whose names have a hash arrive, compressed, as what they are, and are kept by browsers. */
export async function checkFiles(site: Site): Promise<Check> {
  const name = 'Files'
  const files = site.page.files.map((file) => URL.parse(file, site.url)).filter((file) => file !== null)
  const hashed = files.filter((file) => isWithin(site, file) && /\/assets\/[^/]+\.(js|css)$/.test(file.pathname))
  if (!hashed.length) return { name, result: 'fault', detail: 'the page names none of its own files' }
  for (const file of hashed.slice(0, 10)) {
    const answer = await site.ask(file, { headers: { 'accept-encoding': 'br, gzip' } })
    const fault = (result: 'warning' | 'fault', what: string): Check => ({ name, result, detail: `${file.pathname} ${what}` })
    if (answer.status !== 200) return fault('fault', `answers ${answer.status}: pages and files are from different builds`)
    const wanted = file.pathname.endsWith('.js') ? 'text/javascript' : 'text/css'
    if (!headerOf(answer, 'content-type').startsWith(wanted)) return fault('fault', `comes as ${headerOf(answer, 'content-type') || 'nothing'}, so browsers refuse it`)
    const kept = Number(/max-age=(\d+)/.exec(headerOf(answer, 'cache-control'))?.[1] ?? 0)
    if (kept < yearSeconds) return fault('warning', `is kept for ${kept} seconds only: Cache-Control is not that of _headers`)
    if (!isCompressed(answer)) return fault('warning', 'is not compressed')
  }
  const home = await site.ask(site.url, { headers: { 'accept-encoding': 'br, gzip' } })
  if (!isCompressed(home)) return { name, result: 'warning', detail: 'pages are not compressed' }
  return { name, result: 'ok', detail: 'compressed, and kept by browsers for a year' }
}

/** Little is not worth it. */
const isCompressed = (answer: Parameters<typeof headerOf>[0]) =>
  /^(br|gzip|zstd)$/.test(headerOf(answer, 'content-encoding')) || answer.body.length < 1_000
