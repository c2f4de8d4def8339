import { expect, test } from 'vitest'
import type { SiteConfig } from '../domain/site-config.ts'
import { configured, unconfigured } from '../tests/helpers/site-configs.ts'
import { resolveOutbound } from './outbound.ts'

const partners = 'http://127.0.0.1:3001'

test('a placeholder leads to the stand-in page where the build has one', () => {
  const outbound = resolveOutbound(unconfigured, partners)
  expect(outbound.checkout.light).toEqual({ kind: 'external', href: `${partners}/checkout/light` })
  expect(outbound.checkout.coaching).toEqual({ kind: 'external', href: `${partners}/checkout/coaching` })
  expect(outbound).toMatchObject({
    portal: `${partners}/portal`,
    monitoring: `${partners}/monitoring`,
    intake: `${partners}/intake`,
    contactForm: `${partners}/contact`,
  })
  expect(outbound.social.map(({ href }) => href)).toEqual([
    `${partners}/social/facebook`,
    `${partners}/social/instagram`,
    `${partners}/social/youtube`,
    `${partners}/social/tiktok`,
  ])
})

test('without stand-ins an unconfigured checkout leads to the contact section, never nowhere', () => {
  const outbound = resolveOutbound(unconfigured, undefined)
  expect(new Set(Object.values(outbound.checkout).map((destination) => JSON.stringify(destination)))).toEqual(
    new Set([JSON.stringify({ kind: 'internal', to: '/#contact' })]),
  )
  expect(outbound.portal).toBe(unconfigured.external.portal)
})

test('a configured address is linked as it is, with or without stand-ins', () => {
  const partly: SiteConfig = { ...unconfigured, checkout: { ...unconfigured.checkout, audit: 'https://pay.test/audit' } }
  for (const origin of [partners, undefined]) {
    expect(resolveOutbound(partly, origin).checkout.audit).toEqual({ kind: 'external', href: 'https://pay.test/audit' })
  }
})

test('the map searches for the postal address, unless another place is configured', () => {
  const postalAddress = { street: '1 Main St & Oak', city: 'Macon', state: 'GA', zipCode: '31201' }
  const moved: SiteConfig = { ...configured, contact: { ...configured.contact, postalAddress } }
  const map = new URL(resolveOutbound(moved, partners).map)
  expect(map.origin + map.pathname).toBe('https://www.google.com/maps/search/')
  expect(Object.fromEntries(map.searchParams)).toEqual({ api: '1', query: '1 Main St & Oak, Macon, GA 31201' })
  const placed: SiteConfig = { ...moved, external: { ...configured.external, map: 'https://maps.test/us' } }
  expect(resolveOutbound(placed, partners).map).toBe('https://maps.test/us')
})

test('a social link that is switched off is not linked', () => {
  expect(resolveOutbound(configured, partners).social.map(({ name }) => name)).toEqual(['Facebook', 'YouTube', 'TikTok'])
})
