import type { IncomingHttpHeaders } from 'node:http'
import { chooseEncoding, type Encoding } from './accept-encoding.ts'
import { parseRange } from './byte-range.ts'
import { evaluatePreconditions, isSameRepresentation, type Validators } from './preconditions.ts'

/** One representation of a file (RFC 9110 §3.2), with its headers for every kind of response. */
export interface Representation extends Validators {
  encoding: Encoding
  body: Buffer
  /** For 200. */
  headers: Record<string, string>
  /** For responses without validators. */
  plainHeaders: Record<string, string>
  /** For 304, which carries only what a cache needs (RFC 9110 §15.4.5). */
  cacheHeaders: Record<string, string>
}

export interface StaticFile {
  /** The smallest first. */
  representations: Representation[]
  /** For responses without a representation. */
  bareHeaders: Record<string, string>
}

export interface StaticRequest {
  method?: string | undefined
  headers: IncomingHttpHeaders
}

export interface StaticAnswer {
  status: number
  headers: Record<string, string>
  /** Absent for HEAD. */
  body?: Buffer
}

/** Answers GET and HEAD for an existing file as RFC 9110 specifies, other methods with 405. */
export function answerFile(file: StaticFile, { method, headers }: StaticRequest): StaticAnswer {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(file)
  const chosen = chooseEncoding(headers['accept-encoding'], file.representations)
  if (!chosen) return bare(406, file, { vary: 'accept-encoding' })
  const precondition = evaluatePreconditions(headers, chosen)
  if (precondition === 'failed') return bare(412, file)
  if (precondition === 'not-modified') return { status: 304, headers: chosen.cacheHeaders }
  if (method === 'HEAD') return { status: 200, headers: chosen.headers }
  // A client that resumes an older representation gets all of this one.
  const range = isSameRepresentation(headers['if-range'], chosen) ? parseRange(headers.range, chosen.body.byteLength) : 'whole'
  if (range === 'whole') return { status: 200, headers: chosen.headers, body: chosen.body }
  if (range === 'unsatisfiable') return bare(416, file, { 'content-range': `bytes */${chosen.body.byteLength}` })
  const body = chosen.body.subarray(range.first, range.last + 1)
  return {
    status: 206,
    headers: {
      ...chosen.headers,
      'content-range': `bytes ${range.first}-${range.last}/${chosen.body.byteLength}`,
      'content-length': String(body.byteLength),
    },
    body,
  }
}

/** Answers with the not-found page. It is no representation of the requested resource, so preconditions and ranges are ignored. */
export function answerMissing(page: StaticFile, { method, headers }: StaticRequest): StaticAnswer {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(page)
  const chosen = chooseEncoding(headers['accept-encoding'], page.representations)
  if (!chosen) return bare(404, page)
  const answer = { status: 404, headers: chosen.plainHeaders }
  return method === 'HEAD' ? answer : { ...answer, body: chosen.body }
}

const refuseMethod = (file: StaticFile) => bare(405, file, { allow: 'GET, HEAD' })

function bare(status: number, { bareHeaders }: StaticFile, more: Record<string, string> = {}): StaticAnswer {
  return { status, headers: { ...bareHeaders, ...more } }
}
