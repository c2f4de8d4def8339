import { setTimeout as delay } from 'node:timers/promises'
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import { createGate } from '../gate.ts'
import type { Log } from '../log.ts'
import type { MailSettings, SmtpSettings } from './mail-settings.ts'
import type { Letter, Mailer, Notice } from './mailer.ts'
import { messageOf } from './message.ts'

export interface SmtpLimits {
  /** To connect, to be greeted, and between two answers. */
  answerMs: number
  /** For a whole letter. */
  letterMs: number
}

/** A mailer that can be ended: letters under way are waited for first, as long as one may take. */
export interface ClosableMailer extends Mailer {
  close(): Promise<void>
}

const defaultLimits: SmtpLimits = { answerMs: 10_000, letterMs: 20_000 }

// A mail server that hangs must not gather letters without end. Each letter has a connection of its own: they are
// rare, and a connection kept open is one more that the server may have closed meanwhile.
const turns = { atOnce: 5, mostWaiting: 200 }

/**
 * Sends letters by SMTP, in memory and once: a letter that fails is not tried again, since whoever waits for it can ask
 * for another. Nothing is logged of its recipient, nor what the server says, which repeats the recipient.
 */
export function createSmtpMailer(
  { from, smtp }: MailSettings & { smtp: SmtpSettings },
  log: Log,
  limits: SmtpLimits = defaultLimits,
): ClosableMailer {
  const transport = createTransport(transportOptions(smtp, limits))
  const gate = createGate(turns)
  const underWay = new Set<Promise<unknown>>()

  async function deliver(letter: Letter | Notice): Promise<string | undefined> {
    try {
      const message = await messageOf(letter, from)
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.letterMs) })
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  async function sendInTurn(letter: Letter | Notice): Promise<'sent' | 'failed'> {
    const turn = await gate(() => deliver(letter))
    const reason = turn === 'full' ? 'too-many-waiting' : turn.done
    if (reason === undefined) return 'sent'
    log('letter-failed', { kind: letter.kind, reason })
    return 'failed'
  }

  return {
    send(letter) {
      const sending = sendInTurn(letter).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    async close() {
      await Promise.race([Promise.allSettled(underWay), delay(limits.letterMs, undefined, { ref: false })])
      transport.close()
    },
  }
}

function transportOptions(smtp: SmtpSettings, { answerMs }: SmtpLimits): SMTPTransportOptions {
  const { host, port, encryption, login } = smtp
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    dnsTimeout: answerMs,
  }
}

/** nodemailer's code, such as EAUTH or ETLS, with the number that the server answered. */
function reasonOf(error: unknown): string {
  const { code = 'unknown', responseCode }: NodemailerError = error instanceof Error ? error : new Error()
  return responseCode ? `${code} ${responseCode}` : code
}
