import type { PaidService } from '../domain/plans.ts'
import { isPlaceholder, type SiteConfig } from '../domain/site-config.ts'
import { paths } from './paths.ts'

/** Where a link to another company's page leads: there, or to a place on this site while nothing is configured. */
export type Destination = { kind: 'external'; href: string } | { kind: 'internal'; to: string }

export interface Outbound {
  checkout: Record<PaidService, Destination>
  portal: string
  monitoring: string
  intake: string
  contactForm: string
  map: string
  /** The links that are switched on. */
  social: { name: string; href: string }[]
}

/**
 * Turns the configured addresses into those that the pages link. A placeholder leads to the stand-in page on
 * `partnersOrigin` (no slash at the end) where there is one; without, a checkout leads to the contact section, so
 * that no purchase ends nowhere, and any other placeholder stays as it is.
 */
export function resolveOutbound(config: SiteConfig, partnersOrigin: string | undefined): Outbound {
  const address = (configured: string, standIn: string) =>
    partnersOrigin && isPlaceholder(configured) ? `${partnersOrigin}${standIn}` : configured

  const checkout = (service: PaidService): Destination => {
    const href = address(config.checkout[service], `/checkout/${service}`)
    return isPlaceholder(href) ? { kind: 'internal', to: paths.contact } : { kind: 'external', href }
  }

  return {
    checkout: {
      audit: checkout('audit'),
      light: checkout('light'),
      standard: checkout('standard'),
      advanced: checkout('advanced'),
      complex: checkout('complex'),
      coaching: checkout('coaching'),
    },
    portal: address(config.external.portal, '/portal'),
    monitoring: address(config.external.monitoring, '/monitoring'),
    intake: address(config.external.intake, '/intake'),
    contactForm: address(config.external.contactForm, '/contact'),
    map: config.external.map ?? mapSearch(config.contact.postalAddress),
    social: Object.entries(config.social)
      .filter(([, link]) => link.enabled)
      .map(([id, link]) => ({ name: link.name, href: address(link.url, `/social/${id}`) })),
  }
}

/** https://developers.google.com/maps/documentation/urls/get-started: phones open it in their maps app. */
function mapSearch({ street, city, state, zipCode }: SiteConfig['contact']['postalAddress']): string {
  const parameters = new URLSearchParams({ api: '1', query: `${street}, ${city}, ${state} ${zipCode}` })
  return `https://www.google.com/maps/search/?${parameters}`
}
