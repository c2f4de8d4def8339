import { letterFrame, type LetterWords, letterWords } from '../../content/emails.ts'
import { renderLetter } from './email-page.ts'
import type { Letter } from './mailer.ts'

/** A letter in words: what a mail program shows. */
export interface ComposedLetter {
  subject: string
  text: string
  html: string
}

/** Writes a letter in both forms. No value can add a line, a header or markup to it. */
export async function compose({ kind, link, code, newEmail }: Omit<Letter, 'to'>): Promise<ComposedLetter> {
  const words = letterWords[kind]({ newEmail: oneLine(newEmail ?? '') })
  const parts: LetterParts = {
    words,
    ...(link && { link: oneLine(link) }),
    ...(code && { code: oneLine(code) }),
  }
  return { subject: words.subject, text: plainText(parts), html: await renderLetter(parts) }
}

/** The words with what this one recipient needs. */
export interface LetterParts {
  words: LetterWords
  link?: string
  code?: string
}

function plainText({ words, link, code }: LetterParts): string {
  const blocks = [
    words.heading,
    ...words.paragraphs,
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(code ? [`${words.codeLabel}:\n${code}`] : []),
    words.unasked,
    `-- \n${letterFrame.contact}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Without line breaks and whatever else is not seen, such as the marks that turn the direction of writing. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
}
