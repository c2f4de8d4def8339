import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { listenAnywhere } from './ports.ts'

/** A completely received request. */
export interface ReceivedRequest {
  enrollmentId: string
  idempotencyKey: string | undefined
  body: string
}

export interface Exchange extends ReceivedRequest {
  socket: Socket
  /** The number of the request since `behave`, from 0. */
  index: number
  /** Triggers the sender's time limit now. */
  timeUp: () => void
}

/** A failure: on connecting, or once a complete request has arrived. */
export type Fault = { connected: (socket: Socket) => void } | { arrived: (exchange: Exchange) => void }

export interface FaultServer {
  /** `127.0.0.1:PORT`. */
  host: string
  /** In order, since `behave`. */
  received: ReceivedRequest[]
  behave(fault: Fault): void
  /** Resolves when the next whole request has arrived. */
  nextRequest(): Promise<ReceivedRequest>
  /** Really sends; aborts on its signal, or when the fault calls `timeUp`, so that no test waits. */
  fetch: typeof fetch
  close(): Promise<void>
}

/** A server on raw sockets, so that it can violate HTTP. With `tls`, it serves https. */
export async function openFaultServer(tls?: TlsOptions): Promise<FaultServer> {
  let fault: Fault = { arrived: ({ socket }) => socket.destroy() }
  let limit = new AbortController()
  let next = Promise.withResolvers<ReceivedRequest>()
  const received: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const timeUp = () => limit.abort(new DOMException('The time is up', 'TimeoutError'))

  function serve(socket: Socket): void {
    if ('connected' in fault) fault.connected(socket)
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const request = wholeRequest(bytes)
      if (!request) return
      bytes = Buffer.alloc(0)
      received.push(request)
      next.resolve(request)
      next = Promise.withResolvers()
      if ('arrived' in fault) fault.arrived({ ...request, socket, index: received.length - 1, timeUp })
    })
  }

  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // The sender may disconnect in the middle of a response.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    host: `127.0.0.1:${await listenAnywhere(server)}`,
    received,
    behave(chosen) {
      fault = chosen
      received.length = 0
    },
    nextRequest: () => next.promise,
    fetch(url, init) {
      limit = new AbortController()
      const signals = [limit.signal, ...(init?.signal ? [init.signal] : [])]
      return fetch(url, { ...init, signal: AbortSignal.any(signals) })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Parses a request; undefined while it is incomplete. */
function wholeRequest(bytes: Buffer): ReceivedRequest | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const body = bytes.subarray(headEnd + 4)
  const length = headerOf(head, 'content-length')
  if (length === undefined) throw new Error('the fault server needs a content length')
  if (body.length < Number(length)) return undefined
  const text = body.toString()
  return {
    body: text,
    // In the form, or in the webhook.
    enrollmentId: /nrollment(?:\+|Id":")([0-9a-f-]{36})/.exec(text)?.[1] ?? 'unknown',
    idempotencyKey: headerOf(head, 'idempotency-key'),
  }
}

const headerOf = (head: string, name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim()
