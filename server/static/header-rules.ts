/** One rule of a `_headers` file: the headers for matching addresses. */
export interface HeaderRule {
  pattern: RegExp
  headers: Record<string, string>
}

/**
 * Parses the `_headers` format of Netlify and Cloudflare Pages: an unindented address (`*` matches anything) with its
 * headers indented below it. Lines that start with # are comments.
 */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    if (!/^\s/.test(line)) {
      rules.push({ pattern: toPattern(line.trim()), headers: {} })
      continue
    }
    const separator = line.indexOf(':')
    const rule = rules.at(-1)
    if (separator < 0 || !rule) throw new Error(`_headers: not a header: ${line.trim()}`)
    rule.headers[line.slice(0, separator).trim().toLowerCase()] = line.slice(separator + 1).trim()
  }
  return rules
}

/** What the rules are silent about: a page is asked for each time, in case it has changed. */
export const defaultHeaders = { 'cache-control': 'no-cache' }

/** The headers of all matching rules; of the same header, the last rule wins. */
export function headersFor(rules: HeaderRule[], address: string): Record<string, string> {
  return Object.assign({ ...defaultHeaders }, ...rules.filter(({ pattern }) => pattern.test(address)).map(({ headers }) => headers))
}

function toPattern(address: string): RegExp {
  const escaped = address.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`)
}
