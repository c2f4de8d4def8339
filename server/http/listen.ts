import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Log } from '../runtime/log.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { clientAddress, createProxyWarning } from './client-address.ts'

export interface Listener {
  /** `http://127.0.0.1:3000`, without a slash at the end. */
  origin: string
  /** Accepts no new requests, gives running ones `graceMs` to finish, then cuts them off. */
  close(): Promise<void>
}

/** The bindings that the app receives with each request. */
export interface Bindings {
  /** The visitor's IP address in canonical form. */
  address: string | undefined
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export interface ListenOptions {
  /** Answers before `app` if it can; returns false otherwise. */
  site?: { serve(incoming: IncomingMessage, outgoing: ServerResponse): boolean }
  /** Headers of the answers to requests that reach neither. */
  headers?: Record<string, string>
  /** How many reverse proxies in front are trusted to forward the visitor's address. */
  trustedProxies?: number
  timeouts?: RequestTimeouts
  log?: Log
}

/** How long a client may take to send a request. A slower one gets 408 and is disconnected. */
interface RequestTimeouts {
  headersMs: number
  /** Headers and body together. */
  requestMs: number
  /** How often connections are checked for it. */
  checkMs: number
}

export const defaultTimeouts: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 }

// Longer than a delivery takes, so that a stop loses no outcome.
const graceMs = 12_000

/** Serves `app` on one address. Throws a StartupFault if the port is taken. */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  variable: string,
  { site, headers = {}, trustedProxies = 0, timeouts = defaultTimeouts, log = () => undefined }: ListenOptions = {},
): Promise<Listener> {
  const warn = createProxyWarning(log, trustedProxies)
  /** The app answers its own errors. Before it, a Host may be no host. */
  const errorHandler = (error: unknown) => new Response(null, { status: error instanceof RequestError ? 400 : 500, headers })
  const answer = getRequestListener(async (request, { incoming, outgoing }) => {
    const { socket } = incoming
    // Node joins a repeated header with commas, in the order of the proxies.
    const forwardedFor = incoming.headers['x-forwarded-for']?.toString()
    const connection = { socketAddress: socket.remoteAddress, forwardedFor }
    warn(connection)
    const response = await app.fetch(request, { address: clientAddress(connection, trustedProxies), incoming, outgoing })
    // What is left of a body that nobody reads is neither waited for nor taken for the next request.
    if (!incoming.complete) response.headers.set('connection', 'close')
    return response
  }, { errorHandler })
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      connectionsCheckingInterval: timeouts.checkMs,
    },
    (incoming, outgoing) => {
      if (!hasOneHost(incoming)) outgoing.writeHead(400, { ...headers, connection: 'close' }).end()
      else if (!site?.serve(incoming, outgoing)) void answer(incoming, outgoing)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, variable)))
    server.listen(port, host)
  })
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`, close: () => closeServer(server) }
}

/**
 * Programs in front of the gateway may take another one of two hosts than Node, which takes the first (RFC 9112 §3.2).
 * That there is one at all, Node sees to.
 */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  const advice = `Stop it, or choose another port with ${variable}.`
  if (error.code === 'EADDRINUSE') return new StartupFault(`Port ${port} on ${host} is taken by another program. ${advice}`)
  if (error.code === 'EACCES') {
    return new StartupFault(`Port ${port} needs more rights than this user has. Choose one above 1023 with ${variable}.`)
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupFault(`${host} is not an address of this machine. Correct HOST.`)
  }
  return error
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
