import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { TLSSocket } from 'node:tls'

export interface Answer {
  url: URL
  status: number
  headers: IncomingHttpHeaders
  /** Without what is beyond the limit. Bytes that are no UTF-8 are replaced. */
  body: string
  /** Where the connection is encrypted. */
  certificate?: { from: Date; to: Date }
}

export interface Question {
  method?: string
  headers?: Record<string, string>
}

/** Asks once, follows no redirect and keeps no connection. */
export type Ask = (url: URL, question?: Question) => Promise<Answer>

const answerLimitMs = 10_000
const bodyLimitBytes = 2 * 1024 * 1024

export interface AskSettings {
  /** A certificate authority that is trusted instead of the usual ones. */
  authority?: string | undefined
  /** Whether the certificate has to be valid. */
  verifies: boolean
  /** Ends everything. */
  signal: AbortSignal
}

/** The other side may be anything: what it sends is bounded in time and size. */
export const createAsk =
  ({ authority, verifies, signal }: AskSettings): Ask =>
  (url, { method = 'GET', headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)])
      const options = { method, headers: { 'accept-encoding': 'identity', ...headers }, agent: false as const, signal: limits }
      const trust = { rejectUnauthorized: verifies, ...(authority ? { ca: authority } : {}) }
      const outgoing = url.protocol === 'https:' ? requestSecurely(url, { ...options, ...trust }) : requestPlainly(url, options)
      outgoing.once('response', (incoming) => void readAnswer(url, incoming).then(resolve, reject))
      outgoing.once('error', reject)
      outgoing.end()
    })

async function readAnswer(url: URL, incoming: IncomingMessage): Promise<Answer> {
  const certificate = certificateOf(incoming)
  const chunks: Buffer[] = []
  let left = bodyLimitBytes
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  const body = Buffer.concat(chunks).toString()
  return { url, status: incoming.statusCode ?? 0, headers: incoming.headers, body, ...(certificate ? { certificate } : {}) }
}

function certificateOf({ socket }: IncomingMessage): Answer['certificate'] {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
  return { from: new Date(from), to: new Date(to) }
}
