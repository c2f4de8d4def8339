import type { IncomingHttpHeaders } from 'node:http'
import { chooseEncoding, type Encoding } from './accept-encoding.ts'
import { parseRange } from './byte-range.ts'
import { isSameForm, type Validators, weighConditions } from './preconditions.ts'

/** One of the forms that a file is kept in, with all that an answer carries. */
export interface Form extends Validators {
  encoding: Encoding
  body: Buffer
  /** Of the answer 200. */
  headers: Record<string, string>
  /** Of an answer that is no state of a file: without validators. */
  plainHeaders: Record<string, string>
  /** Of the answer 304: what a cache has to know, and nothing more (RFC 9110 §15.4.5). */
  cacheHeaders: Record<string, string>
}

export interface StaticFile {
  /** The smallest first. */
  forms: Form[]
  /** Of answers that carry no form. */
  bareHeaders: Record<string, string>
}

export interface StaticRequest {
  method?: string | undefined
  headers: IncomingHttpHeaders
}

export interface StaticAnswer {
  status: number
  headers: Record<string, string>
  /** Of a HEAD request there is none. */
  body?: Buffer
}

/** Answers GET and HEAD for a file that there is, as RFC 9110 has it; any other method with 405. */
export function answerFile(file: StaticFile, { method, headers }: StaticRequest): StaticAnswer {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(file)
  const form = chooseEncoding(headers['accept-encoding'], file.forms)
  if (!form) return bare(406, file, { vary: 'accept-encoding' })
  const weighed = weighConditions(headers, form)
  if (weighed === 'failed') return bare(412, file)
  if (weighed === 'not-modified') return { status: 304, headers: form.cacheHeaders }
  if (method === 'HEAD') return { status: 200, headers: form.headers }
  // Whoever goes on with an older form is sent the whole of this one.
  const range = isSameForm(headers['if-range'], form) ? parseRange(headers.range, form.body.byteLength) : 'whole'
  if (range === 'whole') return { status: 200, headers: form.headers, body: form.body }
  if (range === 'unsatisfiable') return bare(416, file, { 'content-range': `bytes */${form.body.byteLength}` })
  const body = form.body.subarray(range.first, range.last + 1)
  return {
    status: 206,
    headers: {
      ...form.headers,
      'content-range': `bytes ${range.first}-${range.last}/${form.body.byteLength}`,
      'content-length': String(body.byteLength),
    },
    body,
  }
}

/** Answers with the page for what there is not. It is no state of what was asked for, so conditions and ranges do not count. */
export function answerMissing(page: StaticFile, { method, headers }: StaticRequest): StaticAnswer {
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(page)
  const form = chooseEncoding(headers['accept-encoding'], page.forms)
  if (!form) return bare(404, page)
  const answer = { status: 404, headers: form.plainHeaders }
  return method === 'HEAD' ? answer : { ...answer, body: form.body }
}

const refuseMethod = (file: StaticFile) => bare(405, file, { allow: 'GET, HEAD' })

function bare(status: number, { bareHeaders }: StaticFile, more: Record<string, string> = {}): StaticAnswer {
  return { status, headers: { ...bareHeaders, ...more } }
}
