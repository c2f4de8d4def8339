import { type RawData, WebSocketServer, type WebSocket } from 'ws'

/** A command of WebDriver BiDi, or the answer to one, or an event. */
export interface Message {
  id?: number
  type?: 'success' | 'error' | 'event'
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: string
  message?: string
}

/** Listens for Playwright and tells it the address as Firefox would. */
export function listenForPlaywright(onConnection: (playwright: WebSocket) => void): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('connection', onConnection)
  server.once('listening', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.error(`WebDriver BiDi listening on ws://127.0.0.1:${address.port}`)
  })
}

/** The text of a message, in which form it may have come. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
}
