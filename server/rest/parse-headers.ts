import type { Result } from '../../domain/result.ts'
import { type Refusal, refusals } from './refusal.ts'
import type { MediaType } from './rest-request.ts'

const mediaTypes = new Map<string, MediaType>([
  ['*/*', 'array'],
  ['application/*', 'array'],
  ['application/json', 'array'],
  ['application/vnd.pgrst.array+json', 'array'],
  ['application/vnd.pgrst.array', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
])

/** The preferred media type among those supported (RFC 9110 §12.5.1). */
export function parseAccept(accept: string | null): Result<MediaType, Refusal> {
  const wanted = (accept || '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    // A parameter such as nulls=stripped asks for another representation.
    const asked = [type, ...parameters.filter((parameter) => !/^(q|charset)=/.test(parameter))].join(';')
    return { type: asked, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  for (const { type } of wanted.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)) {
    const found = mediaTypes.get(type)
    if (found) return { ok: found }
  }
  return { fault: refusals.unavailableMediaType(wanted.map(({ type }) => type).join(', ')) }
}

/** Refuses any schema but `public`, by which a request without a wish is answered. */
export function faultOfProfile({ headers, method }: Request): Refusal | undefined {
  const profile = method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'
  const schema = headers.get(profile) ?? 'public'
  return schema === 'public' ? undefined : refusals.unknownSchema(schema)
}
