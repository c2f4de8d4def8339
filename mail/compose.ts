import type { SendMailOptions } from 'nodemailer'
import { emailFrame, emailWords } from '../content/emails/emails.ts'
import { type EmailParts, renderEmail } from './email-page.ts'
import type { MailSettings } from './mail-settings.ts'
import type { AnyEmail, Email, PaymentMail } from './mailer.ts'

/** An e-mail as a mail program shows it. */
export interface ComposedEmail {
  subject: string
  text: string
  html: string
}

/** Composes an e-mail as text and as HTML. No value can inject a line, a header or markup. */
export async function compose(email: Omit<Email, 'to'> | Omit<PaymentMail, 'to'>): Promise<ComposedEmail> {
  const parts = partsOf(email)
  return { subject: parts.words.subject, text: plainText(parts), html: await renderEmail(parts) }
}

function partsOf(email: Omit<Email, 'to'> | Omit<PaymentMail, 'to'>): EmailParts {
  const link = email.link && { link: oneLine(email.link) }
  if (email.kind === 'payment') {
    const { rows = [], ...words } = email.words
    const safe = { ...words, rows: rows.map(([label, text]): [string, string] => [label, oneLine(text)]) }
    return { words: safe, ...link, ...(email.stop && { stopLink: oneLine(email.stop.page) }) }
  }
  const { kind, code, newEmail = '', codesLeft = 0 } = email
  return { words: emailWords[kind]({ newEmail: oneLine(newEmail), codesLeft }), ...link, ...(code && { code: oneLine(code) }) }
}

function plainText({ words, link, code, stopLink }: EmailParts): string {
  const blocks = [
    words.heading,
    ...(words.rows?.length ? [words.rows.map(([label, text]) => `${label}: ${text}`).join('\n')] : []),
    ...words.paragraphs,
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(code ? [`${words.codeLabel}:\n${code}`] : []),
    words.unasked,
    ...(stopLink ? [`${words.stop}:\n${stopLink}`] : []),
    `-- \n${emailFrame.contact}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Removes line breaks and invisible characters, such as bidi controls. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}

/**
 * An e-mail as a message for nodemailer, which encodes its headers.
 * @throws {TypeError} if the recipient is not one plain address, which callers have checked.
 */
export async function messageOf(email: AnyEmail, from: MailSettings['from']): Promise<SendMailOptions> {
  if (!oneAddress.test(email.to)) throw Object.assign(new TypeError('not one address'), { code: 'EENVELOPE' })
  return {
    ...(email.kind === 'notice' ? { subject: email.subject, text: email.text } : await compose(email)),
    from,
    to: { name: '', address: email.to },
    // Keeps automatic responders from answering (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(email.kind === 'payment' && email.stop && oneClick(email.stop.endpoint)) },
    textEncoding: 'quoted-printable',
    // Nothing in an e-mail is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneAddress = /^[^\s\p{C},;:<>()"@]+@[^\s\p{C},;:<>()"@]+$/u

/** RFC 8058. */
const oneClick = (endpoint: string) => ({
  'List-Unsubscribe': `<${oneLine(endpoint)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
