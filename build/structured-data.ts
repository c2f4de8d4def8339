import { resolveOutbound } from '../app/outbound.ts'
import type { PageFacts } from '../app/ui/page-facts.ts'
import { anchors, paths } from '../app/paths.ts'
import { blogPage } from '../content/blog.ts'
import { layout } from '../content/layout.ts'
import { planWords } from '../content/plans.ts'
import { splitWeek } from '../domain/business-hours.ts'
import { coaching, type PaidService, planIds, plans, type Priced } from '../domain/plans.ts'
import type { SiteConfig } from '../domain/site-config.ts'
import type { SiteSettings } from './site-settings.ts'

type Thing = { '@type': string; [property: string]: unknown }

/** A page with a path of its own. Only these are described. */
type AddressedFacts = PageFacts & { path: string }

interface Site {
  config: SiteConfig
  /** The absolute address of the home page. */
  home: string
  partnersOrigin: string | undefined
}

/**
 * The schema.org description of a page as a data block for its HTML: the organisation on every page, its service
 * with an offer for each plan on the home page, the article, and breadcrumbs on inner pages. Empty for pages that are not
 * to be indexed. A browser never executes a data block, so `script-src` does not concern it.
 */
export function structuredData(facts: PageFacts, config: SiteConfig, settings: SiteSettings): string {
  const { path, robots } = facts
  if (!path || robots) return ''
  const site: Site = { config, home: settings.origin + settings.basePath, partnersOrigin: settings.partnersOrigin }
  const page = { ...facts, path }
  const things = [
    organization(site),
    path === paths.home ? service(site) : breadcrumbs(site, page),
    ...(page.article ? [blogPosting(site, page, page.article)] : []),
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  // Keeps texts from closing the element.
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

const at = ({ home }: Site, path: string) => home + path.slice(1)
const reference = ({ home }: Site) => ({ '@id': `${home}#organization` })

function organization(site: Site): Thing {
  const { name, tagline, foundedYear } = site.config.organization
  return {
    '@type': 'Organization',
    ...reference(site),
    name,
    slogan: tagline,
    foundingDate: String(foundedYear),
    url: site.home,
    logo: at(site, '/icon-512.png'),
    ...contact(site),
    sameAs: resolveOutbound(site.config, site.partnersOrigin).social.map(({ href }) => href),
  }
}

function service(site: Site): Thing {
  const { businessHours } = site.config.contact
  return {
    '@type': 'FinancialService',
    '@id': `${site.home}#service`,
    name: site.config.organization.name,
    url: site.home,
    image: at(site, paths.sharePicture(paths.home)),
    parentOrganization: reference(site),
    ...contact(site),
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: splitWeek(businessHours).open,
      opens: businessHours.opens,
      closes: businessHours.closes,
    },
    makesOffer: [...planIds.map((id) => offer(site, id, plans[id])), offer(site, 'coaching', coaching)],
  }
}

function contact({ config }: Site) {
  const { email, phoneDialed, postalAddress } = config.contact
  return {
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
}

function offer({ home }: Site, id: PaidService, { name, priceCents }: Priced): Thing {
  return {
    '@type': 'Offer',
    name,
    description: planWords[id].description,
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    url: home + anchors.plan(id),
  }
}

function breadcrumbs(site: Site, { title, path }: AddressedFacts): Thing {
  const home = { name: layout.navigation.home, item: site.home }
  const blog = path.startsWith(`${paths.blog}/`) ? [{ name: blogPage.title, item: at(site, paths.blog) }] : []
  const crumbs = [home, ...blog, { name: title, item: at(site, path) }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
  }
}

function blogPosting(site: Site, { title, description, path }: AddressedFacts, article: NonNullable<PageFacts['article']>): Thing {
  return {
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: article.published,
    articleSection: article.section,
    image: at(site, paths.sharePicture(path)),
    mainEntityOfPage: at(site, path),
    author: reference(site),
    publisher: reference(site),
  }
}
