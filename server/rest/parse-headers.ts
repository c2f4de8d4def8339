import type { RestRequest } from './parse-request.ts'
import { type Refusal, refusals } from './refusal.ts'

/** One JSON object, of exactly one row, or an array of as many as there are. */
export type MediaType = 'object' | 'array'

const mediaTypes = new Map<string, MediaType>([
  ['*/*', 'array'],
  ['application/*', 'array'],
  ['application/json', 'array'],
  ['application/vnd.pgrst.array+json', 'array'],
  ['application/vnd.pgrst.array', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
])

/** The best liked of the media types that can be answered. */
export function parseAccept(accept: string | null): MediaType | Refusal {
  const wanted = (accept || '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    // A parameter such as nulls=stripped asks for another form of the answer.
    const asked = [type, ...parameters.filter((parameter) => !/^(q|charset)=/.test(parameter))].join(';')
    return { type: asked, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  for (const { type } of wanted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    const found = mediaTypes.get(type)
    if (found) return found
  }
  return refusals.unavailableMediaType(wanted.map(({ type }) => type).join(', '))
}

/** `Prefer` (RFC 7240): unknown wishes are passed over, unless the caller insists with `handling=strict`. */
export function parsePrefer(
  prefer: string | null,
  action: RestRequest['action'],
): Pick<RestRequest, 'returns' | 'preference'> | Refusal {
  const wishes = (prefer ?? '').split(',').flatMap((wish) => wish.trim() || [])
  const known = new Set(['handling=strict', 'handling=lenient', 'return=representation', 'return=minimal'])
  const unknown = wishes.filter((wish) => !known.has(wish))
  if (wishes.includes('handling=strict') && unknown.length > 0) return refusals.invalidPreferences(unknown)
  if (action === 'read') return { returns: 'rows', preference: undefined }
  const preference = wishes.find((wish) => wish === 'return=representation' || wish === 'return=minimal')
  return { returns: preference === 'return=representation' ? 'rows' : 'nothing', preference }
}
