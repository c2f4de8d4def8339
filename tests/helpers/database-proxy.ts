import { connect, createServer, type Socket } from 'node:net'
import { listenAnywhere } from './ports.ts'

/** A TCP proxy in front of a database, for network failures. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string
  /** Stops forwarding the server's bytes on open connections. */
  fallSilent(): void
  /** Closes open connections. */
  cut(): void
  close(): Promise<void>
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const open: Socket[] = []
  const between = createServer((socket) => {
    const server = connect(Number(port), hostname)
    open.push(server)
    socket.on('error', () => server.destroy()).on('close', () => server.destroy())
    server.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${await listenAnywhere(between)}`
  return {
    url: url.href,
    fallSilent: () => open.forEach((server) => server.unpipe()),
    cut: () => open.forEach((server) => server.destroy()),
    close: () => new Promise((resolve) => between.close(() => resolve())),
  }
}
