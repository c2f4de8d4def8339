import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface ReceivedEmail {
  recipients: string[]
  encrypted: boolean
  user: string | undefined
  /** The raw message. */
  source: string
  email: Email
}

export interface TestMailServer {
  port: number
  received: ReceivedEmail[]
  /** Resolves once this many e-mails have arrived. */
  arrived(count: number): Promise<ReceivedEmail[]>
  stop(): Promise<void>
}

/** A real SMTP server on a free loopback port; without options it accepts every e-mail, unencrypted and without authentication. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<TestMailServer> {
  const received: ReceivedEmail[] = []
  const waiting = new Set<() => void>()
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    // A sender that is killed in the middle of a message has sent none.
    const bytes = await buffer(stream).catch(() => undefined)
    if (!bytes) return
    received.push({
      recipients: session.envelope.rcptTo.map(({ address }) => address),
      encrypted: session.secure,
      user: typeof session.user === 'string' ? session.user : undefined,
      source: bytes.toString('latin1'),
      email: await PostalMime.parse(bytes),
    })
    for (const check of waiting) check()
  }
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    logger: false,
    onData: (stream, session, callback) => void receive(stream, session).finally(() => callback(null)),
    ...options,
  })
  server.on('error', () => undefined)
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address: AddressInfo | string | null = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    received,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
