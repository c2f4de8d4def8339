import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { freePort } from '../tests/helpers/ports.ts'

export interface PlainPage {
  url: string
  stop(): Promise<void>
}

/** Serves the bare markup of a page, compressed: no script, style, picture, font or other file. */
export async function startPlainPage(html: string): Promise<PlainPage> {
  const plain = html
    .replaceAll(/<(script|style|svg|iframe)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<(link|img)\b[^>]*>/g, '')
  const body = await promisify(brotliCompress)(plain)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': String(body.byteLength),
  }
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') outgoing.writeHead(200, headers).end(body)
    else outgoing.writeHead(404, { 'content-length': '0' }).end()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
