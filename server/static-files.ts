import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { type HeaderRule, headersFor, parseHeaderRules } from './header-rules.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface StaticFile {
  headers: Record<string, string>
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { identity: Uint8Array<ArrayBuffer> }
}

export interface StaticSite {
  /** Answers GET and HEAD for an address below the base path; unknown ones with the not-found page and 404. */
  respond(context: Context): Response
}

const compressible = /^(text\/|application\/(javascript|json|xml|manifest\+json)|image\/svg\+xml)/
// A page this small fits one packet either way.
const leastCompressedBytes = 512

/**
 * Reads the built site into memory. `basePath` starts and ends with a slash; the headers come from the site's own
 * `_headers` file, the same one that a static host reads.
 */
export async function loadStaticSite(folder: string, basePath: string): Promise<StaticSite> {
  const rules = parseHeaderRules(await readFile(path.join(folder, '_headers'), 'utf8'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/^[_.]/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [name, await loadFile(path.join(folder, name), basePath + name, rules)] as const),
    ),
  )
  const missing = files.get('404.html')
  if (!missing) throw new Error(`${folder} has no 404.html`)

  return {
    respond: (context) => {
      const name = fileName(context.req.path, basePath)
      const file = name === undefined ? undefined : (files.get(name) ?? files.get(`${name}index.html`))
      if (file) return answer(context, file, 200)
      const page = name === undefined ? undefined : files.get(`${name}/index.html`)
      return page ? answer(context, page, 200) : answer(context, missing, 404)
    },
  }
}

/** The file's name inside the site; undefined for an address that is outside the base or malformed. */
function fileName(requestPath: string, basePath: string): string | undefined {
  if (!`${requestPath}/`.startsWith(basePath)) return undefined
  try {
    return decodeURIComponent(requestPath.slice(basePath.length))
  } catch {
    return undefined
  }
}

async function loadFile(file: string, address: string, rules: HeaderRule[]): Promise<StaticFile> {
  const identity = new Uint8Array(await readFile(file))
  const type = getMimeType(file) ?? 'application/octet-stream'
  const bodies: StaticFile['bodies'] = { identity }
  if (compressible.test(type) && identity.byteLength >= leastCompressedBytes) {
    const [br, gz] = await Promise.all([compressBrotli(identity), promisify(gzip)(identity)])
    bodies.br = new Uint8Array(br)
    bodies.gzip = new Uint8Array(gz)
  }
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const page = address.replace(/index\.html$/, '')
  return { bodies, headers: { 'content-type': type, etag, ...headersFor(rules, page) } }
}

const compressBrotli = (bytes: Uint8Array) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })

function answer(context: Context, file: StaticFile, status: 200 | 404): Response {
  const encoding = chooseEncoding(file, context.req.header('accept-encoding') ?? '')
  const body = file.bodies[encoding] ?? file.bodies.identity
  const headers: Record<string, string> = { 'cache-control': 'no-cache', ...file.headers }
  if (file.bodies.br) headers.vary = 'accept-encoding'
  if (encoding !== 'identity') {
    headers['content-encoding'] = encoding
    // Another encoding is another representation (RFC 9110 §8.8.3.3).
    headers.etag = headers.etag?.replace(/"$/, `-${encoding}"`) ?? ''
  }
  if (status === 200 && matches(context.req.header('if-none-match'), headers.etag ?? '')) {
    return new Response(null, { status: 304, headers })
  }
  headers['content-length'] = String(body.byteLength)
  return new Response(context.req.method === 'HEAD' ? null : body, { status, headers })
}

function chooseEncoding(file: StaticFile, accepted: string): Encoding {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted)
  if (file.bodies.br && /\bbr\b/.test(accepted) && !refused('br')) return 'br'
  if (file.bodies.gzip && /\bgzip\b/.test(accepted) && !refused('gzip')) return 'gzip'
  return 'identity'
}

// If-None-Match compares weakly: a proxy that compresses marks validators with W/ (RFC 9110 §13.1.2).
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const candidates = header.split(',').map((candidate) => candidate.trim().replace(/^W\//, ''))
  return candidates.includes('*') || candidates.includes(etag)
}
