import type { letterWords } from '../../content/emails.ts'

/** The letters that the sign-in service writes. */
export type LetterKind = keyof typeof letterWords

export interface Letter {
  kind: LetterKind
  /** The recipient's address. */
  to: string
  /** Where its button leads; letters that only tell something or carry a code have none. */
  link?: string
  /** The six digits that can be typed instead. */
  code?: string
  /** For a change of address: the new one. */
  newEmail?: string
}

/** A letter to the organisation's own people, as it stands. */
export interface Notice {
  kind: 'notice'
  to: string
  subject: string
  text: string
}

/** Hands letters over for delivery. */
export interface Mailer {
  /**
   * Resolves when the letter's fate is known and never rejects; a letter that failed was logged, without its recipient.
   * Whoever answers a request must not wait for it: the time that it takes would tell whether somebody was written to.
   */
  send(letter: Letter | Notice): Promise<'sent' | 'failed'>
}
