import { expect, test } from 'vitest'
import { isPlaceholder, listPlaceholders, site, type SiteConfig } from './site.config.ts'

const configured: SiteConfig = {
  ...site,
  organization: { ...site.organization, name: 'Grace Credit Counsel', logo: ['Grace', 'Credit Counsel'] },
  contact: {
    ...site.contact,
    email: 'us@grace.org', phone: '(404) 555-9911', phoneDialed: '+14045559911',
    postalAddress: { street: '1 Main St', city: 'Macon', state: 'GA', zipCode: '31201' },
  },
  external: { portal: 'https://p.test', monitoring: 'https://m.test', intake: 'https://i.test', contactForm: 'https://f.test' },
  checkout: {
    audit: 'https://pay.test/1', light: 'https://pay.test/2', standard: 'https://pay.test/3',
    advanced: 'https://pay.test/4', complex: 'https://pay.test/5', coaching: 'https://pay.test/6',
  },
  social: {
    facebook: { name: 'Facebook', url: 'https://f.test/us', enabled: true },
    instagram: { name: 'Instagram', url: 'https://example.com/instagram', enabled: false },
    youtube: { name: 'YouTube', url: 'https://y.test/us', enabled: true },
    tiktok: { name: 'TikTok', url: 'https://t.test/us', enabled: true },
  },
}

test('every default that reaches nobody is listed by its name', () => {
  expect(listPlaceholders(site)).toEqual([
    'organization.name', 'organization.logo',
    'contact.email', 'contact.phone', 'contact.phoneDialed', 'contact.postalAddress.street', 'contact.postalAddress.zipCode',
    'external.portal', 'external.monitoring', 'external.intake', 'external.contactForm',
    'checkout.audit', 'checkout.light', 'checkout.standard', 'checkout.advanced', 'checkout.complex', 'checkout.coaching',
    'social.facebook.url', 'social.instagram.url', 'social.youtube.url', 'social.tiktok.url',
  ])
})

test('a configured site has no placeholders, whatever a switched-off link still says', () => {
  expect(listPlaceholders(configured)).toEqual([])
})

test('only numbers from the fictional range are placeholders', () => {
  expect(isPlaceholder('(555) 555-0142')).toBe(true)
  expect(isPlaceholder('+15555550142')).toBe(true)
  expect(isPlaceholder('(404) 555-9911')).toBe(false)
})

test('an entry left empty is as unusable as a placeholder', () => {
  expect(listPlaceholders({ ...configured, checkout: { ...configured.checkout, light: '' } })).toEqual(['checkout.light'])
})
