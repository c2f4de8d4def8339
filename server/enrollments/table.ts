import { graphemes } from './terminal-text.ts'

/** Rows as columns of equal width, two blanks apart, the first row being the heads. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => graphemes(row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - graphemes(cell).length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
