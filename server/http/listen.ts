import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { clientAddress } from './client-address.ts'
import type { Log } from '../log.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { StartupFault } from '../startup-fault.ts'
import type { StaticSite } from '../static/static-site.ts'

export interface Listener {
  /** `http://127.0.0.1:3000`, without a slash at the end. */
  origin: string
  /** Takes no new requests, lets running ones finish for `graceMs`, then cuts them. */
  close(): Promise<void>
}

/** What the listener tells the app of a request besides the request itself. */
export interface Bindings {
  /** The visitor's IP address in its one spelling. */
  address: string | undefined
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export interface ListenOptions {
  /** What it has is answered before `app` is asked. */
  site?: Pick<StaticSite, 'serve'>
  /** How many proxies stand in front, whose word is taken for the visitor's address. */
  trustedProxies?: number
  patience?: Patience
  log?: Log
}

/** How long somebody may take to send a request; who sends byte by byte is answered with 408 and cut off. */
interface Patience {
  headersMs: number
  /** Headers and body together. */
  requestMs: number
  /** How often all connections are looked at. */
  checkMs: number
}

const usualPatience: Patience = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 }

// Longer than a delivery may take, so that a stop loses no outcome.
const graceMs = 12_000

/** Serves `app` on one address; a taken port is a sentence for the operator. */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  variable: string,
  { site, trustedProxies = 0, patience = usualPatience, log = () => undefined }: ListenOptions = {},
): Promise<Listener> {
  const warn = createProxyWarning(log, trustedProxies)
  const answer = getRequestListener((request, { incoming, outgoing }) => {
    const { socket, headers } = incoming
    // Node joins a repeated header with commas, in the order of the proxies.
    const connection = { socketAddress: socket.remoteAddress, forwardedFor: headers['x-forwarded-for']?.toString() }
    warn(connection)
    return app.fetch(request, { address: clientAddress(connection, trustedProxies), incoming, outgoing })
  })
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    (incoming, outgoing) => {
      if (!site?.serve(incoming, outgoing)) void answer(incoming, outgoing)
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
