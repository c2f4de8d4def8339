/**
 * A text that a client typed, on one line and without what could steer a terminal: control characters, and those that
 * turn the direction of writing.
 */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters that a reader counts. */
export const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Cut to a width, with a sign that it was. */
export function shortened(text: string, width: number): string {
  const characters = graphemes(text)
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text
}

/** A duration in the largest unit that fits, such as `45s`, `12min`, `5h`, `3d`. */
export function ageText(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}
