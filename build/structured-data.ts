import { resolveOutbound } from '../app/outbound.ts'
import { anchors, paths } from '../app/paths.ts'
import type { PageFacts } from '../app/page-facts.ts'
import { blogPage } from '../content/blog.ts'
import { layout } from '../content/layout.ts'
import { planWords } from '../content/plans.ts'
import { splitWeek } from '../domain/business-hours.ts'
import { coaching, type PaidService, planIds, plans, type Priced } from '../domain/plans.ts'
import { type SiteConfig } from '../site.config.ts'
import type { SiteSettings } from './build-site.ts'

type Thing = { '@type': string; [property: string]: unknown }

/**
 * The schema.org description of a page as a data block for its HTML: the organisation on every page, its service
 * with an offer a plan on the home page, the article, and the way to an inner page. Empty for pages that are not
 * to be indexed. A browser never executes a data block, so `script-src` does not concern it.
 */
export function structuredData(facts: PageFacts, config: SiteConfig, settings: SiteSettings): string {
  if (!facts.path || facts.robots) return ''
  const site = describeSite(config, settings)
  const things = [
    site.organization(),
    ...(facts.path === paths.home ? [site.service()] : [site.breadcrumbs(facts, facts.path)]),
    ...(facts.article ? [site.article(facts, facts.path)] : []),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  // No text inside may end the element.
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

function describeSite(config: SiteConfig, settings: SiteSettings) {
  const home = settings.origin + settings.basePath
  const at = (path: string) => home + path.slice(1)
  const id = { '@id': `${home}#organization` }
  const { name, tagline, foundedYear } = config.organization
  const { email, phoneDialed, postalAddress, businessHours } = config.contact
  const contact = {
    email,
    telephone: phoneDialed,
    address: {
      '@type': 'PostalAddress',
      streetAddress: postalAddress.street,
      addressLocality: postalAddress.city,
      addressRegion: postalAddress.state,
      postalCode: postalAddress.zipCode,
      addressCountry: 'US',
    },
  }

  return {
    organization: (): Thing => ({
      '@type': 'Organization',
      ...id,
      name,
      slogan: tagline,
      foundingDate: String(foundedYear),
      url: home,
      logo: at('/icon-512.png'),
      ...contact,
      sameAs: resolveOutbound(config, settings.partnersOrigin).social.map(({ href }) => href),
    }),

    service: (): Thing => ({
      '@type': 'FinancialService',
      '@id': `${home}#service`,
      name,
      url: home,
      image: at(paths.sharePicture(paths.home)),
      parentOrganization: id,
      ...contact,
      openingHoursSpecification: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: splitWeek(businessHours).open,
        opens: businessHours.opens,
        closes: businessHours.closes,
      },
      makesOffer: [...planIds.map((plan) => offer(home, plan, plans[plan])), offer(home, 'coaching', coaching)],
    }),

    breadcrumbs: ({ title }: PageFacts, path: string): Thing => {
      const crumbs = [[layout.navigation.home, home], ...(path.startsWith(`${paths.blog}/`) ? [[blogPage.title, at(paths.blog)]] : []), [title, at(path)]]
      return {
        '@type': 'BreadcrumbList',
        itemListElement: crumbs.map(([label, item], index) => ({ '@type': 'ListItem', position: index + 1, name: label, item })),
      }
    },

    article: ({ title, description, article }: PageFacts, path: string): Thing => ({
      '@type': 'BlogPosting',
      headline: title,
      description,
      datePublished: article?.published,
      articleSection: article?.section,
      image: at(paths.sharePicture(path)),
      mainEntityOfPage: at(path),
      author: id,
      publisher: id,
    }),
  }
}

function offer(home: string, service: PaidService, { name, priceCents }: Priced): Thing {
  return {
    '@type': 'Offer',
    name,
    description: planWords[service].description,
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    url: home + anchors.plan(service),
  }
}
