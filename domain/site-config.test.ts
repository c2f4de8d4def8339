import { expect, test } from 'vitest'
import { configured, unconfigured } from '../tests/helpers/site-configs.ts'
import { isPlaceholder, listPlaceholders } from './site-config.ts'

test('every default that reaches nobody is listed by its name', () => {
  expect(listPlaceholders(unconfigured)).toEqual([
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
