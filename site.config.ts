import type { SiteConfig } from './domain/site-config.ts'

/**
 * The public facts of the organisation, edited by its operator. Prices are in `domain/offer/prices.ts`, texts (also the
 * testimonials, which are samples until they are replaced) in `content/`. What still names example.com, a 555-01xx
 * number, an Example Street, ZIP code 00000 or the organisation below is a placeholder: the build lists it, and refuses it in production.
 */
export const site = {
  organization: {
    name: 'Second Mile Credit Ministry',
    /** The name in two parts, as the logo sets it. */
    logo: ['Second Mile', 'Credit Ministry'],
    tagline: 'Dispute errors. Rebuild credit. Guided every step.',
    foundedYear: 2017,
  },

  // The two groups of claims conflict: 8+ years and 2017 against 35+ years, 50K+ clients against 10,000+.
  // Both are published as they were given, until the organisation settles which of them holds.
  claims: {
    yearsOfExperience: '8+',
    clientsHelped: '50K+',
    successRate: '95%',
    /** The sign-up page only. */
    signup: { yearsOfExperience: '35+', clientsHelped: '10,000+' },
  },

  contact: {
    email: 'hello@example.com',
    phone: '(555) 555-0142',
    /** What a telephone dials: the country code and the digits. */
    phoneDialed: '+15555550142',
    postalAddress: { street: '100 Example Street, Suite 2', city: 'Anytown', state: 'GA', zipCode: '00000' },
    businessHours: { from: 'Monday', to: 'Friday', opens: '10:00', closes: '17:00' },
  },

  /** Addresses of other companies' pages. The contact form must be on another origin than this site: it is framed. */
  external: {
    portal: 'https://example.com/portal',
    monitoring: 'https://example.com/monitoring',
    intake: 'https://example.com/intake',
    contactForm: 'https://example.com/contact-form',
    // map: where the organisation is; without it, a search for the postal address.
  },

  /** Where each plan is paid for. */
  checkout: {
    audit: 'https://example.com/checkout/audit',
    light: 'https://example.com/checkout/light',
    standard: 'https://example.com/checkout/standard',
    advanced: 'https://example.com/checkout/advanced',
    complex: 'https://example.com/checkout/complex',
    coaching: 'https://example.com/checkout/coaching',
  },

  /** What else names a service in a payment: ids of payment links (`plink_…`) and prices (`price_…`) at the checkout. */
  paymentIds: {},

  social: {
    facebook: { name: 'Facebook', url: 'https://example.com/facebook', enabled: true },
    instagram: { name: 'Instagram', url: 'https://example.com/instagram', enabled: true },
    youtube: { name: 'YouTube', url: 'https://example.com/youtube', enabled: true },
    tiktok: { name: 'TikTok', url: 'https://example.com/tiktok', enabled: true },
  },
} satisfies SiteConfig
