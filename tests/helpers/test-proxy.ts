import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenAnywhere } from './ports.ts'

/**
 * A proxy between the browser and the gateway, the same for every engine: it delays files, fails them, and collects the
 * reports of the pages' content security policies.
 */
export class TestProxy {
  /** The reported violations of the policies, each with its page. */
  readonly reports: string[] = []
  /** Every requested path, in order. */
  readonly asked: string[] = []
  url = ''
  #held: { pattern: RegExp; released: Promise<void> }[] = []
  #broken: RegExp[] = []
  #altered: { pattern: RegExp; addition: string; from: number }[] = []
  #withoutScript = false
  #server: Server
  readonly #gateway: URL

  constructor(gateway: string) {
    this.#gateway = new URL(gateway)
    this.#server = createServer((question, answer) => void this.#serve(question, answer))
  }

  async open(): Promise<void> {
    this.url = `http://127.0.0.1:${await listenAnywhere(this.#server)}${this.#gateway.pathname}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Delays matching requests until the returned function is called. */
  hold(pattern: RegExp): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.push({ pattern, released: promise })
    return resolve
  }

  /** Answers matching requests with a server error until the returned function is called. */
  breakOff(pattern: RegExp): () => void {
    this.#broken.push(pattern)
    return () => (this.#broken = this.#broken.filter((each) => each !== pattern))
  }

  /**
   * Appends a text to matching files until the returned function is called: to every answer, or from the nth one for the
   * same path on. What is altered is cached nowhere.
   */
  alter(pattern: RegExp, addition: string, from = 1): () => void {
    const altered = { pattern, addition, from }
    this.#altered.push(altered)
    return () => (this.#altered = this.#altered.filter((each) => each !== altered))
  }

  /** From now on, serves documents as a browser without JavaScript sees them, which no driver can emulate. */
  withoutScript(): void {
    this.#withoutScript = true
  }

  async #serve(question: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = question.url ?? '/'
    if (path === '/policy-reports') return this.#takeReport(question, answer)
    this.asked.push(path)
    for (const { pattern, released } of this.#held) if (pattern.test(path)) await released
    if (this.#broken.some((pattern) => pattern.test(path))) {
      answer.writeHead(500).end()
      return
    }
    const times = this.asked.filter((each) => each === path).length
    const altered = this.#altered.find(({ pattern }) => pattern.test(path))
    const headers = { ...question.headers, host: this.#gateway.host }
    if (this.#withoutScript || altered) delete headers['accept-encoding']
    const onward = request(new URL(path, this.#gateway), { method: question.method ?? 'GET', headers, agent: false })
    question.pipe(onward)
    onward.once('error', () => answer.destroy())
    onward.once('response', (got) => {
      if (this.#withoutScript && got.headers['content-type']?.startsWith('text/html')) {
        void sendScriptless(got, answer)
        return
      }
      if (altered) {
        void sendUncached(got, answer, times < altered.from ? '' : altered.addition)
        return
      }
      answer.writeHead(got.statusCode ?? 502, withReports(got.headers))
      got.pipe(answer)
    })
  }

  async #takeReport(question: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { 'csp-report': report } = JSON.parse(await text(question))
    answer.writeHead(204).end()
    this.reports.push(`${report['document-uri']}: ${report['effective-directive'] ?? report['violated-directive']} ${report['blocked-uri']}`)
  }
}

function withReports(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const policy = headers['content-security-policy']
  return typeof policy === 'string' ? { ...headers, 'content-security-policy': `${policy}; report-uri /policy-reports` } : headers
}

async function sendUncached(got: IncomingMessage, answer: ServerResponse, addition: string): Promise<void> {
  const content = await text(got)
  const { 'content-length': _, etag: _etag, 'last-modified': _modified, ...headers } = got.headers
  answer.writeHead(got.statusCode ?? 502, { ...headers, 'cache-control': 'no-store' })
  answer.end(content + addition)
}

/** Sends a document as a browser without JavaScript sees it: without scripts, and with the content of `noscript`. */
async function sendScriptless(got: IncomingMessage, answer: ServerResponse): Promise<void> {
  const document = await text(got)
  const { 'content-length': _, ...headers } = got.headers
  answer.writeHead(got.statusCode ?? 502, headers)
  answer.end(document.replaceAll(/<script\b[^]*?<\/script>|<\/?noscript\b[^>]*>/g, ''))
}
