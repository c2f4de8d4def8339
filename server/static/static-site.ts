import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { type Compression, compressions } from '../../build/compress-files.ts'
import type { Encoding } from './accept-encoding.ts'
import { answerFile, answerMissing, type Representation, type StaticFile, type StaticRequest } from './answer.ts'
import { type HeaderRule, headersFor, parseHeaderRules } from './header-rules.ts'
import { pathOf } from './request-target.ts'

export interface StaticSite {
  /** Answers for any address: for unknown ones with 404 and the not-found page, and outside the base path with another one. */
  respond(context: Context): Response
  /**
   * A fast path: sends the same response without web-standard objects, which cost more than the response itself, for
   * addresses in canonical form, and the not-found page for malformed ones, which those objects would tidy up. Returns
   * false if the request is for somebody else.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/**
 * Reads the built site into memory, with the compressed representations beside its files. `basePath` starts and ends
 * with a slash. Headers come from the site's `_headers` file, the one that a static host reads too.
 */
export async function loadStaticSite(folder: string, basePath: string): Promise<StaticSite> {
  const rules = parseHeaderRules(await readFile(path.join(folder, '_headers'), 'utf8'))
  const names = await namesIn(folder)
  const loaded = await Promise.all(names.map((name) => loadFile(folder, name, basePath, rules)))
  const files = new Map(names.flatMap((name, place) => addressesOf(basePath + name).map((each) => [each, loaded[place]])))
  const missing = files.get(`${basePath}404.html`)
  if (!missing) throw new Error(`${folder} has no 404.html`)
  const outside = files.get(`${basePath}outside.html`) ?? missing
  const answerAt = (address: string, file: StaticFile | undefined, request: StaticRequest) =>
    file ? answerFile(file, request) : answerMissing(address.startsWith(basePath) ? missing : outside, request)

  return {
    respond: ({ req }) => {
      const file = files.get(pathOf(req.path) ?? '')
      const { status, headers, body } = answerAt(req.path, file, { method: req.method, headers: req.header() })
      return new Response(body && new Uint8Array(body), { status, headers })
    },
    serve: (incoming, outgoing) => {
      const { url = '' } = incoming
      const query = url.indexOf('?')
      const address = query < 0 ? url : url.slice(0, query)
      const file = files.get(address)
      if (!file && pathOf(address) !== undefined) return false
      const { status, headers, body } = answerAt(address, file, incoming)
      // A body that came with it is not read.
      if (status === 405) outgoing.shouldKeepAlive = false
      // Connections are persistent by default in HTTP/1.1 (RFC 9112 §9.3): the header would only take bytes from the page.
      if (outgoing.shouldKeepAlive && incoming.httpVersion === '1.1') outgoing.removeHeader('connection')
      outgoing.writeHead(status, listOf(headers)).end(body)
      return true
    },
  }
}

const lists = new WeakMap<Record<string, string>, string[]>()

/** The headers as alternating names and values, which saves Node a tenth of the work of a response. */
function listOf(headers: Record<string, string>): string[] {
  const known = lists.get(headers)
  if (known) return known
  const list = Object.entries(headers).flat()
  lists.set(headers, list)
  return list
}

/** All files that have an address: not the build's own files, nor compressed representations. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/^[_.]/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const compressed = new Set(names.flatMap((name) => compressions.map(({ suffix }) => name + suffix)))
  return names.filter((name) => !compressed.has(name))
}

/** A page also answers for its folder, with and without a trailing slash. */
function addressesOf(address: string): string[] {
  const page = /^(.*)\/index\.html$/.exec(address)?.[1]
  // A path is never empty (RFC 9112 §3.2.1).
  return page === undefined ? [address] : [address, `${page}/`, page].filter((each) => each !== '')
}

async function loadFile(folder: string, name: string, basePath: string, rules: HeaderRule[]): Promise<StaticFile> {
  const file = path.join(folder, name)
  const [body, { mtimeMs }] = await Promise.all([readFile(file), stat(file)])
  const compressed = await Promise.all(compressions.map((compression) => readCompressed(file, body, compression)))
  const bodies = [{ encoding: 'identity' as const, body }, ...compressed.filter((each) => each !== undefined)]
  const common = headersFor(rules, basePath + name.replace(/(^|\/)index\.html$/, '$1'))
  const headers = {
    ...common,
    'content-type': getMimeType(file) ?? 'application/octet-stream',
    // After the clock was set back, the file must not be dated later than the answer (RFC 9110 §8.8.2.1).
    'last-modified': new Date(Math.min(mtimeMs, Date.now())).toUTCString(),
    ...(bodies.length > 1 ? { vary: 'accept-encoding' } : {}),
  }
  return {
    representations: bodies.map((each) => describe(each, headers)).toSorted((a, b) => a.body.byteLength - b.body.byteLength),
    bareHeaders: { ...common, 'cache-control': 'no-store', 'content-length': '0' },
  }
}

/** The compressed representation, unless it is missing or the file was edited since the build. */
async function readCompressed(file: string, body: Buffer, { coding, suffix, decompress }: Compression) {
  const compressed = await readFile(file + suffix).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!compressed) return undefined
  const isCurrent = await decompress(compressed).then(
    (bytes) => bytes.equals(body),
    () => false,
  )
  return isCurrent ? { encoding: coding, body: compressed } : undefined
}

function describe(
  { encoding, body }: { encoding: Encoding; body: Buffer },
  { 'last-modified': lastModified, ...common }: Record<string, string> & { 'last-modified': string },
): Representation {
  const headers = { ...common, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) }
  // The hash includes the headers, so that a changed security policy reaches clients with a cached copy.
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body).digest('base64url')
  const etag = `"${hash.slice(0, 16)}"`
  const { 'cache-control': cacheControl = '', vary } = common
  const plainHeaders = { ...headers, 'content-length': String(body.byteLength) }
  return {
    encoding,
    body,
    etag,
    lastModified,
    headers: { ...plainHeaders, 'accept-ranges': 'bytes', etag, 'last-modified': lastModified },
    plainHeaders,
    cacheHeaders: { 'cache-control': cacheControl, etag, ...(vary ? { vary } : {}) },
  }
}
