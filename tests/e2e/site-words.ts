import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Outbound, resolveOutbound } from '../../app/outbound.ts'
import { splitFrontMatter } from '../../build/front-matter.ts'
import type { ArticleFrontMatter, FrontMatter, LegalFrontMatter } from '../../content/front-matter.ts'
import { home } from '../../content/home.ts'
import { site } from '../../site.config.ts'

// What the site says, as its operator has written it: journeys read it here instead of repeating the sample's words.

const content = path.resolve(import.meta.dirname, '../../content')

interface Document<Head extends FrontMatter> {
  head: Head
  /** As in `blog/the-name`. */
  address: string
  /** Its headings of the second level. */
  sections: string[]
}

function documentsIn<Head extends FrontMatter>(folder: string, isHead: (head: FrontMatter) => head is Head): Document<Head>[] {
  return globSync(`${folder}/*.mdx`, { cwd: content }).flatMap((file) => {
    const { frontMatter: head, body } = splitFrontMatter(file, readFileSync(path.join(content, file), 'utf8'))
    const sections = Array.from(body.matchAll(/^## (.*)$/gm), ([, heading = '']) => heading)
    return isHead(head) ? [{ head, address: file.replaceAll(path.sep, '/').replace('.mdx', ''), sections }] : []
  })
}

/** The newest first. */
export const articles = documentsIn('blog', (head): head is ArticleFrontMatter => 'excerpt' in head).toSorted((one, other) =>
  one.head.date < other.head.date ? 1 : -1,
)

/** Of the one that comes first everywhere. */
export const newestArticle = articles[0]?.address ?? ''

export const legalTexts = documentsIn('legal', (head): head is LegalFrontMatter => 'title' in head && !('excerpt' in head))

/** The beginning of home's main heading. */
export const homeHeading = home.hero.sentences[0]?.trim() ?? ''

/** Where links to other companies lead, while the stand-ins answer at `partnersUrl`. */
export const outbound = (partnersUrl: string): Outbound => resolveOutbound(site, partnersUrl)

/** Where a plan is bought. */
export function checkoutOf(plan: keyof Outbound['checkout'], partnersUrl: string): string {
  const destination = outbound(partnersUrl).checkout[plan]
  return destination.kind === 'external' ? destination.href : destination.to
}

/** Whether other companies' own pages are linked, and not our stand-ins for them. */
export const linksForeignPages = outbound('http://127.0.0.1').contactForm.startsWith('https:')
