import type { SendMailOptions } from 'nodemailer'
import { emailFrame, emailWords } from '../../content/emails.ts'
import { type EmailParts, renderEmail } from './email-page.ts'
import type { MailSettings } from './mail-settings.ts'
import type { Email, Notice } from './mailer.ts'

/** An e-mail as a mail program shows it. */
export interface ComposedEmail {
  subject: string
  text: string
  html: string
}

/** Composes an e-mail as text and as HTML. No value can inject a line, a header or markup. */
export async function compose({ kind, link, code, newEmail, codesLeft = 0 }: Omit<Email, 'to'>): Promise<ComposedEmail> {
  const words = emailWords[kind]({ newEmail: oneLine(newEmail ?? ''), codesLeft })
  const parts: EmailParts = {
    words,
    ...(link && { link: oneLine(link) }),
    ...(code && { code: oneLine(code) }),
  }
  return { subject: words.subject, text: plainText(parts), html: await renderEmail(parts) }
}

function plainText({ words, link, code }: EmailParts): string {
  const blocks = [
    words.heading,
    ...words.paragraphs,
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(code ? [`${words.codeLabel}:\n${code}`] : []),
    words.unasked,
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
export async function messageOf(email: Email | Notice, from: MailSettings['from']): Promise<SendMailOptions> {
  if (!oneAddress.test(email.to)) throw Object.assign(new TypeError('not one address'), { code: 'EENVELOPE' })
  return {
    ...(email.kind === 'notice' ? { subject: email.subject, text: email.text } : await compose(email)),
    from,
    to: { name: '', address: email.to },
    // Keeps automatic responders from answering (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    // Nothing in an e-mail is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneAddress = /^[^\s\p{C},;:<>()"@]+@[^\s\p{C},;:<>()"@]+$/u
