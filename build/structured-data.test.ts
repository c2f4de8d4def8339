import { expect, test } from 'vitest'
import type { PageFacts } from '../app/ui/page-facts.ts'
import { site, type SiteConfig } from '../site.config.ts'
import type { SiteSettings } from './site-settings.ts'
import { structuredData } from './structured-data.ts'

const settings: SiteSettings = { basePath: '/credit/', origin: 'https://grace.test', stage: 'production', outDir: '/nowhere' }

function graphOf(facts: PageFacts, config: SiteConfig = site): Record<string, unknown>[] {
  const block = structuredData(facts, config, settings)
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
  expect(organization).toMatchObject({ '@type': 'Organization', '@id': 'https://grace.test/credit/#organization', telephone: '+15555550142' })
  expect(service).toMatchObject({
    '@type': 'FinancialService',
    address: { '@type': 'PostalAddress', addressLocality: 'Anytown', addressRegion: 'GA', addressCountry: 'US' },
    openingHoursSpecification: { dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '10:00', closes: '17:00' },
    makesOffer: [
      { price: '25.00', url: 'https://grace.test/credit/#plan-audit' },
      { price: '200.00' }, { price: '350.00' }, { price: '500.00' }, { price: '750.00' }, { price: '149.00' },
    ],
  })
})

test('only links that are switched on are the organisation elsewhere', () => {
  const social = { ...site.social, tiktok: { ...site.social.tiktok, enabled: false } }
  const [organization] = graphOf(home, { ...site, social })
  expect(organization?.['sameAs']).toEqual([site.social.facebook.url, site.social.instagram.url, site.social.youtube.url])
})

test('an article is a posting, reached through home and the blog', () => {
  const [, breadcrumbs, posting] = graphOf(article)
  expect(breadcrumbs?.['itemListElement']).toMatchObject([
    { position: 1, name: 'Home', item: 'https://grace.test/credit/' },
    { position: 2, name: 'Blog', item: 'https://grace.test/credit/blog' },
    { position: 3, name: 'Errors', item: 'https://grace.test/credit/blog/errors' },
  ])
  expect(posting).toMatchObject({
    '@type': 'BlogPosting', headline: 'Errors', datePublished: '2025-10-10', image: 'https://grace.test/credit/share/blog-errors.png',
  })
})

test('no text ends the element that carries it', () => {
  const block = structuredData({ ...article, title: '</script><script>alert(1)' }, site, settings)
  expect(block.match(/<\/script>/g)).toHaveLength(1)
  expect(graphOf({ ...article, title: '</script>' })[2]?.['headline']).toBe('</script>')
})

test('nothing is rated, and nothing is said of a page that is not to be indexed', () => {
  expect(structuredData(home, site, settings)).not.toMatch(/rating|review/i)
  expect(structuredData({ ...home, path: '/auth', robots: 'noindex' }, site, settings)).toBe('')
  expect(structuredData({ title: 'Lost', description: 'Lost.' }, site, settings)).toBe('')
})
