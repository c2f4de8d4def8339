/**
 * Makes client input safe for a terminal: on one line, without control and bidi characters.
 */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

/** JSON of the same value, in which what could act on a terminal, or hide from its reader, stands as an escape. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  )

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader counts them. */
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Cuts a text to a width, with an ellipsis if it is longer. */
export function shortened(text: string, width: number): string {
  const characters = graphemes(text)
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text
}

/** A duration in its largest unit, such as `45s`, `12min`, `5h` or `3d`. */
export function ageText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

/** Rows as aligned columns, two spaces apart. The first row holds the headings. */
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

/** A moment in UTC, such as `2031-03-04 05:06:07`. */
export const second = (moment: string): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ')
