import { createTransport, type NodemailerError } from 'nodemailer'
import { testEmailWords } from '../../content/emails/test-email.ts'
import { messageOf } from '../../mail/compose.ts'
import type { MailSettings, SmtpSettings } from '../../mail/mail-settings.ts'
import { type SmtpLimits, smtpLimits, transportOptions } from '../../mail/smtp-sender.ts'

export interface MailTrial {
  isSent: boolean
  /** For the operator: where it went, what the server said, and what to do. */
  lines: string[]
}

/**
 * Sends one real e-mail with the settings of the gateway, and says what the mail server answered. The answer may be anybody's
 * text, and is bounded.
 */
export async function testMail({ from, smtp }: MailSettings, to: string, limits: SmtpLimits = smtpLimits): Promise<MailTrial> {
  if (!smtp) {
    return { isSent: false, lines: ['No mail server is configured: e-mails become files. Set SMTP_URL and MAIL_FROM (docs/mail.md).'] }
  }
  const where = `${smtp.host}:${smtp.port}, ${encryptions[smtp.encryption]}, ${smtp.login ? `as ${smtp.login.user}` : 'without a login'}`
  const transport = createTransport(transportOptions(smtp, limits))
  try {
    const message = await messageOf({ kind: 'notice', to, ...testEmailWords }, from)
    const sent = await transport.sendMail({ ...message, signal: AbortSignal.timeout(limits.messageMs) })
    return {
      isSent: true,
      lines: [`From ${from.address} to ${to} by ${where}`, `The server says: ${bounded(sent.response)}`, 'Accepted. See whether it arrives, and not among spam: SPF and DKIM decide that (docs/mail.md).'],
    }
  } catch (error) {
    return { isSent: false, lines: [`From ${from.address} to ${to} by ${where}`, ...explain(error, smtp)] }
  } finally {
    transport.close()
  }
}

const encryptions: Record<SmtpSettings['encryption'], string> = {
  tls: 'TLS from the start',
  starttls: 'STARTTLS',
  none: 'not encrypted',
}

const bounded = (text: string) => text.slice(0, 500)

const noAnswer = 'cannot be reached or does not answer: look at host and port of SMTP_URL, and whether this machine may connect out'

/** By nodemailer's codes. */
const meanings: Record<string, (smtp: SmtpSettings) => string> = {
  EAUTH: () => 'The server refuses the user or the password of SMTP_URL. Special characters have to be percent-encoded; some providers want a password made for this program.',
  ETLS: ({ encryption }) =>
    encryption === 'starttls'
      ? 'The server offers no STARTTLS, or its certificate is not trusted: try smtps:// with port 465, or name its authority with NODE_EXTRA_CA_CERTS.'
      : 'There is no trusted TLS connection: name the authority of its certificate with NODE_EXTRA_CA_CERTS, or try smtp:// with port 587.',
  ESOCKET: ({ encryption }) =>
    encryption === 'none'
      ? 'The connection was broken off.'
      : 'There is no trusted TLS connection: the certificate is for another name, has expired or comes from an authority that is not known (NODE_EXTRA_CA_CERTS); or the port is for another kind of encryption.',
  ECONNECTION: ({ host }) => `${host} ${noAnswer}.`,
  ETIMEDOUT: ({ host }) => `${host} ${noAnswer}.`,
  EDNS: ({ host }) => `There is no address for ${host}: look at SMTP_URL.`,
  EENVELOPE: () => 'The server refuses the sender (MAIL_FROM) or the recipient: a sender mostly has to belong to the account or to a domain that the provider has verified.',
  EMESSAGE: () => 'The server refuses the message itself: mostly the sender (MAIL_FROM) is not one of the account.',
  ABORT_ERR: ({ host }) => `${host} takes too long.`,
}

function explain(error: unknown, smtp: SmtpSettings): string[] {
  const { code = 'unknown', response, responseCode, message }: NodemailerError = error instanceof Error ? error : new Error()
  // nodemailer has one code for a connection that is refused and one that breaks off.
  const isRefused = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  const meaning = meanings[isRefused ? 'ECONNECTION' : code]?.(smtp)
  const said = response ? [`The server says: ${bounded(response)}`] : [`The error: ${bounded(message)} (${[code, responseCode].filter(Boolean).join(' ')})`]
  return [...said, ...(meaning ? [meaning] : [])]
}
