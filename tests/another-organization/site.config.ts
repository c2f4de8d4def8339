import type { SiteConfig } from './domain/site-config.ts'

/** An organisation that shares nothing with the sample: all of it is invented, and `.test` is nobody's domain. */
export const site = {
  organization: {
    name: 'Northern Lakes Neighborhood Credit Restoration and Education Fellowship',
    logo: ['Northern Lakes', 'Neighborhood Credit Restoration and Education Fellowship'],
    tagline: 'Read every line. Question what is untrue. Begin again with a neighbor beside you.',
    foundedYear: 1996,
  },

  claims: {
    yearsOfExperience: '29',
    clientsHelped: '4,312',
    successRate: '3 of 4',
    signup: { yearsOfExperience: '29', clientsHelped: '4,312' },
  },

  contact: {
    email: 'welcome@northern-lakes-neighborhood-fellowship.test',
    phone: '651-600-7788',
    phoneDialed: '+16516007788',
    postalAddress: { street: '2204 West Seventh Street & Otto Avenue, Lower Level', city: 'Saint Paul', state: 'MN', zipCode: '55116-2307' },
    businessHours: { from: 'Tuesday', to: 'Saturday', opens: '08:30', closes: '12:45' },
  },

  external: {
    portal: 'https://clients.northern-lakes.test/sign-in',
    monitoring: 'https://monitoring.test/?partner=northern-lakes',
    intake: 'https://clients.northern-lakes.test/intake',
    contactForm: 'https://forms.northern-lakes.test/contact',
    map: 'https://maps.test/northern-lakes',
  },

  checkout: {
    audit: 'https://pay.northern-lakes.test/a',
    light: 'https://pay.northern-lakes.test/b',
    standard: 'https://pay.northern-lakes.test/c',
    advanced: 'https://pay.northern-lakes.test/d',
    complex: 'https://pay.northern-lakes.test/e',
    coaching: 'https://pay.northern-lakes.test/f',
  },

  paymentIds: {},
  social: {
    facebook: { name: 'Facebook', url: '', enabled: false },
    instagram: { name: 'Instagram', url: '', enabled: false },
    youtube: { name: 'YouTube', url: '', enabled: false },
    tiktok: { name: 'TikTok', url: '', enabled: false },
  },
} satisfies SiteConfig
