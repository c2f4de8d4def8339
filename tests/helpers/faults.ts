import type { Exchange, Fault } from './fault-server.ts'

/** The response to a request, which may depend on its number. */
type Answer = (exchange: Exchange) => { status: number; body?: string; headers?: Record<string, string> }

export const answering = (answer: Answer): Fault => ({ arrived: (exchange) => respond(exchange, answer(exchange)) })

/** The redirect address that the form wants to be echoed. */
export const echoOf = ({ body }: Pick<Exchange, 'body'>) => new URLSearchParams(body).get('redirect_url') ?? ''

/** Accepts the form and the webhook. */
export const accepting = answering((exchange) => ({ status: 200, body: echoOf(exchange) }))

export const withText = (body: string) => answering(() => ({ status: 200, body }))

/** Accepts each request after `work` is done. */
export const acceptingAfter = (work: () => Promise<unknown>): Fault => ({
  arrived: (exchange) => void work().then(() => respond(exchange, { status: 200, body: echoOf(exchange) })),
})

export const silent: Fault = { arrived: () => undefined }

export const resettingAtOnce: Fault = { connected: (socket) => socket.resetAndDestroy() }
export const resettingAfterBody: Fault = { arrived: ({ socket }) => socket.resetAndDestroy() }
export const closingAfterBody: Fault = { arrived: ({ socket }) => socket.end() }
export const hanging: Fault = { arrived: ({ timeUp }) => timeUp() }

/** Sends one byte at a time, and never the whole response. */
export const dripping: Fault = {
  arrived({ socket, timeUp, ...exchange }) {
    const answer = `${headOf(200, { 'content-length': '1000' })}${echoOf(exchange)}`
    function drip(sent: number): void {
      if (sent === answer.length) return timeUp()
      socket.write(answer.slice(sent, sent + 1), () => drip(sent + 1))
    }
    drip(0)
  },
}

/** Sends the whole echo, but less than Content-Length. */
export const truncating: Fault = {
  arrived: (exchange) => exchange.socket.end(headOf(200, { 'content-length': '1000' }) + echoOf(exchange)),
}

const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 'x')

export const flooding: Fault = {
  arrived({ socket }) {
    socket.write(headOf(200, { 'content-length': String(tenMegabytes.length) }))
    socket.write(tenMegabytes)
  },
}

/** Sends header lines without end. */
export const floodingHeaders: Fault = {
  arrived: ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(2_000)}`),
}

export const notHttp: Fault = { arrived: ({ socket }) => socket.end('Welcome to the wrong port\r\n') }

function respond({ socket }: Exchange, { status, body = '', headers = {} }: ReturnType<Answer>): void {
  socket.write(headOf(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) }) + body)
}

const headOf = (status: number, headers: Record<string, string>) =>
  [`HTTP/1.1 ${status} Said`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
