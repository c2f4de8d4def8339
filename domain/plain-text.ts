/**
 * Typed text as it is kept: without outer blanks, and without what a paste may bring along unseen and the table does
 * not take, which is control characters other than tabs and line breaks, and halves of characters.
 */
export const plainText = (typed: string): string => typed.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '').trim()
