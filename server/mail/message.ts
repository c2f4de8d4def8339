import type { SendMailOptions } from 'nodemailer'
import { compose } from './compose.ts'
import type { MailSettings } from './mail-settings.ts'
import type { Letter, Notice } from './mailer.ts'

/**
 * A letter as a message for nodemailer, which encodes its headers.
 * @throws {TypeError} if the recipient is not one plain address, which whoever calls has made sure of.
 */
export async function messageOf(letter: Letter | Notice, from: MailSettings['from']): Promise<SendMailOptions> {
  if (!oneAddress.test(letter.to)) throw Object.assign(new TypeError('not one address'), { code: 'EENVELOPE' })
  return {
    ...(letter.kind === 'notice' ? { subject: letter.subject, text: letter.text } : await compose(letter)),
    from,
    to: { name: '', address: letter.to },
    // RFC 3834: no machine answers to a letter that a machine wrote.
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    // Nothing of a letter is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const oneAddress = /^[^\s\p{C},;:<>()"@]+@[^\s\p{C},;:<>()"@]+$/u
