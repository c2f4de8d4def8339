import { credentialLimits } from './credentials.ts'

/** What would make a password better; the sentences are in `content/`. */
export type PasswordAdvice = 'too-short' | 'common' | 'like-email' | 'longer'

/** From this length on there is nothing to advise (NIST SP 800-63B: length is what counts). */
export const goodPasswordLength = 12

// The words of the most common passwords. Only advice: what is refused is decided where passwords are set.
const commonWords = new Set(
  'abc abcd admin asdf asdfgh baseball charlie dragon football god iloveyou jesus jordan letmein love master michael monkey pass password princess qwer qwert qwerty qwertyuiop secret shadow sunshine superman test trustno welcome zxcvbnm'.split(' '),
)

// Shorter names occur in many words.
const minNameLength = 4

/**
 * Advice while a password is typed, the most important first; undefined if there is none. No rule but 'too-short' is
 * enforced in the browser (R-CREDENTIALS).
 */
export function passwordAdvice(password: string, email: string): PasswordAdvice | undefined {
  if (password === '') return undefined
  if (password.length < credentialLimits.password.min) return 'too-short'
  const typed = password.toLowerCase()
  const [name = ''] = email.trim().toLowerCase().split('@')
  if (name.length >= minNameLength && typed.includes(name)) return 'like-email'
  if (isCommon(typed)) return 'common'
  return password.length < goodPasswordLength ? 'longer' : undefined
}

/** A common word with digits or signs behind it, a date or another row of digits, or few different characters. */
function isCommon(typed: string): boolean {
  const word = typed.replace(/[^a-z]+$/, '')
  return commonWords.has(word) || /^\d{1,10}$/.test(typed) || new Set(typed).size < 4
}
