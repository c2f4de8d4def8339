import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'

const timeoutMs = 5_000

/**
 * Checks that the name resolves, a connection opens and the certificate is valid: 'reachable', or the error
 * code. Nothing is sent beyond the handshake, so this cannot create a client.
 */
export async function probeDestination(address: string): Promise<string> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'https:'
  try {
    await lookup(host)
    await opened(secure ? openSecurely(host, Number(port) || 443) : connect(Number(port) || 80, host), secure)
    return 'reachable'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  }
}

const openSecurely = (host: string, port: number) =>
  connectSecurely({ host, port, ...(isIP(host) ? {} : { servername: host }) })

function opened(socket: Socket, secure: boolean): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.setTimeout(timeoutMs, () => reject(new Error('no answer')))
    socket.once(secure ? 'secureConnect' : 'connect', resolve)
    socket.once('error', reject)
  }).finally(() => socket.destroy())
}
