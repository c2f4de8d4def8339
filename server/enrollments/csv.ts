/**
 * One record of a CSV file (RFC 4180) with its line end. A text that a spreadsheet would take for a formula gets a
 * leading apostrophe, as OWASP advises. Null is empty.
 */
export const csvRecord = (values: (string | null)[]): string => `${values.map(field).join(',')}\r\n`

function field(value: string | null): string {
  const text = value ?? ''
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// Some programs ignore leading blanks, and some input methods write the full-width forms.
const formulaStart = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/
