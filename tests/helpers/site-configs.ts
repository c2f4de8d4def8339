import type { SiteConfig } from '../../domain/site-config.ts'

// What tests of rules about `site.config.ts` read instead of it, since it is its operator's.

/** Of an organisation that has filled in everything, and switched one link off. */
export const configured: SiteConfig = {
  organization: { name: 'Grace Credit Counsel', logo: ['Grace', 'Credit Counsel'], tagline: 'One line at a time.', foundedYear: 2009 },
  claims: {
    yearsOfExperience: '15', clientsHelped: '900', successRate: '9 of 10',
    signup: { yearsOfExperience: '15', clientsHelped: '900' },
  },
  contact: {
    email: 'us@grace.org', phone: '(404) 555-9911', phoneDialed: '+14045559911',
    postalAddress: { street: '1 Main St', city: 'Macon', state: 'GA', zipCode: '31201' },
    businessHours: { from: 'Tuesday', to: 'Thursday', opens: '09:00', closes: '16:30' },
  },
  external: { portal: 'https://p.test', monitoring: 'https://m.test', intake: 'https://i.test', contactForm: 'https://f.test' },
  checkout: {
    audit: 'https://pay.test/1', light: 'https://pay.test/2', standard: 'https://pay.test/3',
    advanced: 'https://pay.test/4', complex: 'https://pay.test/5', coaching: 'https://pay.test/6',
  },
  paymentIds: {},
  social: {
    facebook: { name: 'Facebook', url: 'https://f.test/us', enabled: true },
    instagram: { name: 'Instagram', url: 'https://example.com/instagram', enabled: false },
    youtube: { name: 'YouTube', url: 'https://y.test/us', enabled: true },
    tiktok: { name: 'TikTok', url: 'https://t.test/us', enabled: true },
  },
}

/** Of one that has filled in nothing yet. */
export const unconfigured: SiteConfig = {
  ...configured,
  organization: { ...configured.organization, name: 'Second Mile Credit Ministry', logo: ['Second Mile', 'Credit Ministry'] },
  contact: {
    ...configured.contact,
    email: 'hello@example.com', phone: '(555) 555-0142', phoneDialed: '+15555550142',
    postalAddress: { street: '100 Example Street', city: 'Anytown', state: 'GA', zipCode: '00000' },
  },
  external: {
    portal: 'https://example.com/portal', monitoring: 'https://example.com/monitoring',
    intake: 'https://example.com/intake', contactForm: 'https://example.com/contact-form',
  },
  checkout: { audit: 'https://example.com/1', light: '', standard: '', advanced: '', complex: '', coaching: '' },
  paymentIds: {},
  social: {
    facebook: { name: 'Facebook', url: 'https://example.com/facebook', enabled: true },
    instagram: { name: 'Instagram', url: 'https://example.com/instagram', enabled: true },
    youtube: { name: 'YouTube', url: 'https://example.com/youtube', enabled: true },
    tiktok: { name: 'TikTok', url: 'https://example.com/tiktok', enabled: true },
  },
}
