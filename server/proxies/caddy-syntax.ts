export const block = (head: string, lines: string[]) => [`${head} {`, ...lines.map((line) => `\t${line}`), '}']

/** A text as Caddy reads it literally: a backslash counts only before a quotation mark. */
export const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`
