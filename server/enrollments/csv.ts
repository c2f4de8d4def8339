/**
 * One record of a CSV file (RFC 4180), its line end included. A text that a spreadsheet would take for a formula gets
 * an apostrophe in front, as OWASP advises; null is empty.
 */
export const csvRecord = (values: (string | null)[]): string => `${values.map(field).join(',')}\r\n`

function field(value: string | null): string {
  const text = value ?? ''
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// Blanks before it do not stop every program; the wide forms are what some input methods write.
const formulaStart = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/
