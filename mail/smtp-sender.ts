import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import { messageOf } from './compose.ts'
import type { MailSettings, SmtpSettings } from './mail-settings.ts'
import type { AnyEmail } from './mailer.ts'

export interface SmtpLimits {
  /** To connect, for the greeting, and between responses. */
  answerMs: number
  /** For a whole message. */
  messageMs: number
}

export const smtpLimits: SmtpLimits = { answerMs: 10_000, messageMs: 20_000 }

/** Sends one e-mail on a connection of its own, and resolves with why it could not, a code that names nobody. Never rejects. */
export interface SmtpSender {
  send: (email: AnyEmail) => Promise<string | undefined>
  close: () => void
}

export function createSmtpSender(
  { from, smtp }: MailSettings & { smtp: SmtpSettings },
  limits: SmtpLimits = smtpLimits,
): SmtpSender {
  const transport = createTransport(transportOptions(smtp, limits))
  return {
    async send(email) {
      try {
        const message = await messageOf(email, from)
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.messageMs) })
        return undefined
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () => transport.close(),
  }
}

export function transportOptions(smtp: SmtpSettings, { answerMs }: SmtpLimits): SMTPTransportOptions {
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
