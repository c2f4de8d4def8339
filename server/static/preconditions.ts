import type { IncomingHttpHeaders } from 'node:http'

/** What preconditions are compared with. */
export interface Validators {
  /** A strong one, with its quotation marks. */
  etag: string
  /** The header Last-Modified. */
  lastModified: string
}

type Conditions = Pick<IncomingHttpHeaders, 'if-match' | 'if-none-match' | 'if-modified-since' | 'if-unmodified-since'>

/** Evaluates the preconditions of a GET or HEAD request in the order of RFC 9110 §13.2.2. */
export function evaluatePreconditions(conditions: Conditions, { etag, lastModified }: Validators): 'met' | 'failed' | 'not-modified' {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = conditions
  const unmodifiedSince = parseDate(conditions['if-unmodified-since'])
  if (ifMatch !== undefined) {
    if (!isAny(ifMatch) && !tagsOf(ifMatch).includes(etag)) return 'failed'
  } else if (unmodifiedSince !== undefined && Date.parse(lastModified) > unmodifiedSince) {
    return 'failed'
  }
  if (ifNoneMatch !== undefined) {
    // Compared weakly (RFC 9110 §13.1.2): a compressing proxy prefixes validators with W/.
    const known = tagsOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''))
    return isAny(ifNoneMatch) || known.includes(etag) ? 'not-modified' : 'met'
  }
  const modifiedSince = parseDate(conditions['if-modified-since'])
  return modifiedSince !== undefined && Date.parse(lastModified) <= modifiedSince ? 'not-modified' : 'met'
}

/** Whether a range can be served: the client's partial copy is of this representation (RFC 9110 §13.1.5). */
export function isSameRepresentation(ifRange: IncomingHttpHeaders[string], { etag, lastModified }: Validators): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified
}

const isAny = (header: string) => header.trim() === '*'

const tagsOf = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []

/** Milliseconds since 1970; undefined for an invalid date, which makes the condition ignored. */
function parseDate(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  // The obsolete asctime format has no time zone and is in GMT (RFC 9110 §5.6.7).
  const moment = Date.parse(header.endsWith('GMT') ? header : `${header} GMT`)
  return Number.isNaN(moment) ? undefined : moment
}
