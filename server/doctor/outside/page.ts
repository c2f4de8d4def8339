import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'

/** What a page says of itself, as far as somebody outside has to know. */
export interface Page {
  canonical: string | undefined
  /** Addresses of scripts, styles and the like, as they stand. */
  files: string[]
  /** Addresses of links, as they stand. */
  links: string[]
  frames: string[]
  /** The CSP hashes of scripts and styles that stand in it. */
  inlineHashes: string[]
}

/** Reads any text as HTML, in time that grows no faster than the text. */
export function readPage(html: string): Page {
  const page: Page = { canonical: undefined, files: [], links: [], frames: [], inlineHashes: [] }
  let inline: string | undefined
  const parser = new Parser({
    onopentag(name, { href, src, rel, type }) {
      if (name === 'link' && rel === 'canonical') page.canonical ??= href
      else if (name === 'link' && href && /\b(stylesheet|modulepreload|icon)\b/.test(rel ?? '')) page.files.push(href)
      else if (name === 'script' && src) page.files.push(src)
      else if (name === 'a' && href) page.links.push(href)
      else if (name === 'iframe' && src) page.frames.push(src)
      // A data block is never executed.
      if (name === 'style' || (name === 'script' && !src && !/json|importmap/.test(type ?? ''))) inline = ''
    },
    ontext(text) {
      if (inline !== undefined) inline += text
    },
    onclosetag() {
      if (inline === undefined) return
      page.inlineHashes.push(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
      inline = undefined
    },
  })
  parser.end(html)
  return page
}

/** The directives of a content security policy, by their names in lower case; the first of a name counts. */
export function readPolicy(header: string): Map<string, string[]> {
  const policy = new Map<string, string[]>()
  for (const directive of header.split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/)
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), values)
  }
  return policy
}
