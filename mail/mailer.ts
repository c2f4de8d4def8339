import type { emailWords, EmailWords } from '../content/emails/emails.ts'

/** The e-mails of the sign-in service. */
export type EmailKind = keyof typeof emailWords

export interface Email {
  kind: EmailKind
  /** The recipient's address. */
  to: string
  /** Where its button leads; absent in e-mails that only inform or carry a code. */
  link?: string
  /** The six digits that can be typed instead of following the link. */
  code?: string
  /** For a change of address: the new one. */
  newEmail?: string
  /** How many recovery codes are left, after one was used. */
  codesLeft?: number
}

/** An e-mail to somebody who has paid, which may have no account. */
export interface PaymentMail {
  kind: 'payment'
  to: string
  words: EmailWords
  link?: string
  /** Where its reader ends further ones by pressing a button, and where a mail program does by one POST (RFC 8058). */
  stop?: { page: string; endpoint: string }
}

/** A finished e-mail to the organisation's own people. */
export interface Notice {
  kind: 'notice'
  to: string
  subject: string
  text: string
}

export type AnyEmail = Email | PaymentMail | Notice

/** Sends e-mails. */
export interface Mailer {
  /**
   * Resolves once the e-mail was sent or has failed, and never rejects. A failure is logged, without the recipient.
   * Requests must not wait for it: their response time would reveal whether an e-mail was sent.
   */
  send(email: AnyEmail): Promise<'sent' | 'failed'>
}
