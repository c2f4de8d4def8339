import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/**
 * A line between the browser and the gateway, for every engine alike: it holds files back, cuts them off, and takes the
 * reports of the pages' policies.
 */
export class TestLine {
  /** What the policies of the pages reported, each with its page. */
  readonly reports: string[] = []
  /** Every path that was asked for, in order. */
  readonly asked: string[] = []
  url = ''
  #held: { pattern: RegExp; released: Promise<void> }[] = []
  #broken: RegExp[] = []
  #withoutScript = false
  #server: Server
  readonly #gateway: URL

  constructor(gateway: string) {
    this.#gateway = new URL(gateway)
    this.#server = createServer((question, answer) => void this.#serve(question, answer))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : ''}${this.#gateway.pathname}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Keeps what is asked for below these paths back until the returned function is called. */
  hold(pattern: RegExp): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.push({ pattern, released: promise })
    return resolve
  }

  /** Answers what is asked for below these paths with an error of the server, until the returned function is called. */
  breakOff(pattern: RegExp): () => void {
    this.#broken.push(pattern)
    return () => (this.#broken = this.#broken.filter((each) => each !== pattern))
  }

  /** From here on documents are without script, as in a browser that has it switched off: `noscript` is shown too. */
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
    const headers = { ...question.headers, host: this.#gateway.host }
    const onward = request(new URL(path, this.#gateway), { method: question.method ?? 'GET', headers, agent: false })
    question.pipe(onward)
    onward.once('error', () => answer.destroy())
    onward.once('response', (got) => {
      answer.writeHead(got.statusCode ?? 502, this.#withReports(got.headers, question.headers['user-agent']))
      got.pipe(answer)
    })
  }

  #withReports(headers: IncomingMessage['headers'], userAgent = ''): IncomingMessage['headers'] {
    const policy = headers['content-security-policy']
    if (typeof policy !== 'string') return headers
    // In a sandbox WebKit refuses the test's own scripts too: its window goes by the header instead.
    if (this.#withoutScript && /Version\/[\d.]+ Safari/.test(userAgent)) return { ...headers, 'x-without-script': 'yes' }
    const sandbox = this.#withoutScript ? '; sandbox allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation' : ''
    return { ...headers, 'content-security-policy': `${policy}; report-uri /policy-reports${sandbox}` }
  }

  async #takeReport(question: IncomingMessage, answer: ServerResponse): Promise<void> {
    let text = ''
    for await (const part of question) text += String(part)
    const { 'csp-report': report } = JSON.parse(text)
    answer.writeHead(204).end()
    this.reports.push(`${report['document-uri']}: ${report['effective-directive'] ?? report['violated-directive']} ${report['blocked-uri']}`)
  }
}
