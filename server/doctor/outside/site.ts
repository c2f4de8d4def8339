import type { Answer, Ask } from './ask.ts'
import type { Page } from './page.ts'

/** A site as somebody outside sees it. */
export interface Site {
  /** Of its first page. Ends with a slash. */
  url: URL
  home: Answer
  page: Page
  policy: Map<string, string[]>
  ask: Ask
  /** Where unencrypted requests are answered; undefined if that cannot be known. */
  plainPort: number | undefined
  now: Date
}

/** Whether an address is the site's first page, or below it. */
export const isWithin = ({ url }: Pick<Site, 'url'>, address: URL): boolean =>
  address.origin === url.origin && address.pathname.startsWith(url.pathname)

/** The first value of a header. */
export const headerOf = ({ headers }: Answer, name: string): string => String(headers[name] ?? '')
