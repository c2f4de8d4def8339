/** What Excel has to find at the start of a file to read it as UTF-8. Other programs may take it for text. */
export const byteOrderMark = '\uFEFF'

/**
 * One record of a CSV file (RFC 4180) with its line end. Null is empty.
 *
 * Spreadsheets also divide at semicolons, tabs and bars, and then do not see the quotes of a field that began earlier. So
 * whatever would be a formula at the start of a cell gets a leading apostrophe, as OWASP advises, wherever a cell may start.
 */
export const csvRecord = (values: (string | null)[]): string => `${values.map(field).join(',')}\r\n`

function field(value: string | null): string {
  const harmless = (value ?? '').replace(formulaStart, "'")
  return /[",;\t|\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

// A cell starts with the field, after a separator and after a line break. Some programs ignore blanks and quotes before the
// formula, some drop a tab or line break at the start, and some input methods write the full-width forms.
const separator = String.raw`[,;|\t\n\v\f\r\u0085\u2028\u2029]`
const ignored = String.raw`(?:(?!${separator})[\s"\p{C}])*`
const formulaStart = new RegExp(String.raw`^(?=[\t\r\n])|(?<=^|${separator})(?=${ignored}[=+\-@＝＋－＠])`, 'gu')
