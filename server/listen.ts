import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { StartupFault } from './startup-fault.ts'

export interface Listener {
  /** `http://127.0.0.1:3000`, without a slash at the end. */
  origin: string
  /** Takes no new requests, lets running ones finish for `graceMs`, then cuts them. */
  close(): Promise<void>
}

// Longer than a delivery may take, so that a stop loses no outcome.
const graceMs = 12_000

/** Serves `app` on one address; a taken port is a sentence for the operator. */
export async function listen(app: Hono, host: string, port: number, variable: string): Promise<Listener> {
  const answer = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
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
