import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Has the server listen on this machine alone, at a free port, and says which. */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A port taken by this process, and the means to free it. */
export async function takePort(): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer()
  return {
    port: await listenAnywhere(server),
    free: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

/** Below the ports that systems give to outgoing connections, which would be taken again before a server listens. */
const lowest = 20_000
const count = 12_000

/** A port that nobody listens on, and that no connection is given meanwhile. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = lowest + Math.floor(Math.random() * count)
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
