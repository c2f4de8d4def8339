import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createLocalhostCertificate } from './localhost-certificate.ts'
import { listenAnywhere } from './ports.ts'

export interface Altered {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Changes an answer of the server behind to what was asked for at this path, or leaves it. */
export type Alter = (answer: Altered, path: string) => void

export interface AlteringProxy {
  authority: string
  /** From now on. */
  alter: (alter: Alter) => void
  close(): Promise<void>
}

/** An encrypted server for localhost that answers what another one on this machine answers, altered. */
export async function openAlteringProxy(port: number, behind: number): Promise<AlteringProxy> {
  const { cert, key } = createLocalhostCertificate()
  let altering: Alter | undefined
  const server = createSecureServer({ cert, key }, (incoming, outgoing) => {
    const { url: path = '/', method = 'GET', headers } = incoming
    const asking = request({ host: '127.0.0.1', port: behind, path, method, headers: { ...headers, connection: 'close' } }, (answer) => {
      const pass = (body: Buffer) => {
        const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        const altered: Altered = { status: answer.statusCode ?? 0, headers: Object.fromEntries(flat), body }
        altering?.(altered, path)
        delete altered.headers['transfer-encoding']
        if (method !== 'HEAD') altered.headers['content-length'] = String(altered.body.length)
        outgoing.writeHead(altered.status, altered.headers).end(altered.body)
      }
      void buffer(answer).then(pass, () => outgoing.destroy())
    })
    asking.once('error', () => outgoing.destroy())
    incoming.pipe(asking)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    authority: cert,
    alter: (alter) => void (altering = alter),
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** A server that answers everything alike. */
export async function openServer(answer: Parameters<typeof createServer>[1]): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(answer)
  const port = await listenAnywhere(server)
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
