import { expect, test } from 'vitest'
import type { PageFacts } from '../app/ui/page-facts.ts'
import { blogPage } from '../content/blog.ts'
import { layout } from '../content/layout.ts'
import { coaching, planIds, plans } from '../domain/plans.ts'
import { configured } from '../tests/helpers/site-configs.ts'
import type { SiteSettings } from './site-settings.ts'
import { structuredData } from './structured-data.ts'

const settings: SiteSettings = { basePath: '/credit/', origin: 'https://grace.test', stage: 'production', outDir: '/nowhere' }

function graphOf(facts: PageFacts): Record<string, unknown>[] {
  const block = structuredData(facts, configured, settings)
  const json = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(block)?.[1] ?? ''
  return JSON.parse(json)['@graph']
}

const home = { title: 'Home', description: 'Home.', path: '/' }
const article = {
  title: 'Errors', description: 'On errors.', path: '/blog/errors',
  article: { published: '2025-10-10', section: 'Credit Repair' },
}

test('home describes the organisation and its service, with hours, address and an offer for each price', () => {
  const [organization, service] = graphOf(home)
  expect(organization).toMatchObject({ '@type': 'Organization', '@id': 'https://grace.test/credit/#organization', telephone: '+14045559911' })
  expect(service).toMatchObject({
    '@type': 'FinancialService',
    address: { '@type': 'PostalAddress', addressLocality: 'Macon', addressRegion: 'GA', addressCountry: 'US' },
    openingHoursSpecification: { dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday'], opens: '09:00', closes: '16:30' },
    makesOffer: [...planIds.map((id) => plans[id]), coaching].map(({ name }) => ({ name, price: expect.stringMatching(/^\d+\.\d\d$/) })),
  })
  const [audit] = Object(service)['makesOffer']
  expect(audit).toMatchObject({ url: 'https://grace.test/credit/#plan-audit' })
  expect(Math.round(audit.price * 100)).toBe(plans.audit.priceCents)
})

test('only links that are switched on are the organisation elsewhere', () => {
  const [organization] = graphOf(home)
  const { facebook, youtube, tiktok } = configured.social
  expect(organization?.['sameAs']).toEqual([facebook.url, youtube.url, tiktok.url])
})

test('an article is a posting, reached through home and the blog', () => {
  const [, breadcrumbs, posting] = graphOf(article)
  expect(breadcrumbs?.['itemListElement']).toMatchObject([
    { position: 1, name: layout.navigation.home, item: 'https://grace.test/credit/' },
    { position: 2, name: blogPage.title, item: 'https://grace.test/credit/blog' },
    { position: 3, name: 'Errors', item: 'https://grace.test/credit/blog/errors' },
  ])
  expect(posting).toMatchObject({
    '@type': 'BlogPosting', headline: 'Errors', datePublished: '2025-10-10', image: 'https://grace.test/credit/share/blog-errors.png',
  })
})

test('no text ends the element that carries it', () => {
  const block = structuredData({ ...article, title: '</script><script>alert(1)' }, configured, settings)
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(graphOf({ ...article, title: '</script>' })[2]?.['headline']).toBe('</script>')
})

test('nothing is rated, and nothing is said of a page that is not to be indexed', () => {
  expect(structuredData(home, configured, settings)).not.toMatch(/rating|review/i)
  expect(structuredData({ ...home, path: '/auth', robots: 'noindex' }, configured, settings)).toBe('')
  expect(structuredData({ title: 'Lost', description: 'Lost.' }, configured, settings)).toBe('')
})
