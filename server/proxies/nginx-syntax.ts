export const block = (head: string, lines: string[]) => [`${head} {`, ...lines.map((line) => `  ${line}`), '}']

/** A text as nginx reads it literally. It knows no way to write a dollar sign. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would read a variable in: ${text}`)
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
}

/** A regular expression as the key of a map. */
export const matching = (pattern: string) => `"~${pattern.replaceAll('"', String.raw`\"`)}"`
