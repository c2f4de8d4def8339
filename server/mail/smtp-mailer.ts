import { setTimeout as delay } from 'node:timers/promises'
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import { createGate } from '../runtime/gate.ts'
import type { Log } from '../runtime/log.ts'
import { messageOf } from './compose.ts'
import type { MailSettings, SmtpSettings } from './mail-settings.ts'
import type { Email, Mailer, Notice } from './mailer.ts'

export interface SmtpLimits {
  /** To connect, for the greeting, and between responses. */
  answerMs: number
  /** For a whole message. */
  messageMs: number
}

/** A mailer that can be closed. It first waits for e-mails in flight, as long as one may take. */
export interface ClosableMailer extends Mailer {
  close(): Promise<void>
}

const defaultLimits: SmtpLimits = { answerMs: 10_000, messageMs: 20_000 }

// Bounds the backlog when the mail server hangs. Each e-mail uses a new connection: e-mails are rare, and the server may
// close idle connections.
const concurrency = { maxConcurrent: 5, maxWaiting: 200 }

/**
 * Sends e-mails by SMTP. A failed one is not retried, since its recipient can request another. Neither the
 * recipient nor the server's response, which repeats it, is logged.
 */
export function createSmtpMailer(
  { from, smtp }: MailSettings & { smtp: SmtpSettings },
  log: Log,
  limits: SmtpLimits = defaultLimits,
): ClosableMailer {
  const transport = createTransport(transportOptions(smtp, limits))
  const gate = createGate(concurrency)
  const underWay = new Set<Promise<unknown>>()

  async function deliver(email: Email | Notice): Promise<string | undefined> {
    try {
      const message = await messageOf(email, from)
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.messageMs) })
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  async function sendInTurn(email: Email | Notice): Promise<'sent' | 'failed'> {
    const turn = await gate(() => deliver(email))
    const reason = 'ok' in turn ? turn.ok : 'too-many-waiting'
    if (reason === undefined) return 'sent'
    log('email-failed', { kind: email.kind, reason })
    return 'failed'
  }

  return {
    send(email) {
      const sending = sendInTurn(email).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    async close() {
      await Promise.race([Promise.allSettled(underWay), delay(limits.messageMs, undefined, { ref: false })])
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

/** nodemailer's code, such as EAUTH or ETLS, with the server's response code. */
function reasonOf(error: unknown): string {
  const { code = 'unknown', responseCode }: NodemailerError = error instanceof Error ? error : new Error()
  return responseCode ? `${code} ${responseCode}` : code
}
