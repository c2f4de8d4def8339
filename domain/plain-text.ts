/**
 * Typed text as it is stored: trimmed, and without invisible characters that may be pasted along and that the table
 * refuses: control characters other than tabs and line breaks, and lone surrogates.
 */
export const plainText = (typed: string): string => typed.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '').trim()

/** The same on one line: tabs and line breaks, which the table refuses here, become blanks. */
export const plainLine = (typed: string): string => plainText(typed.replace(/[\t\n\r\u2028\u2029]+/g, ' '))
