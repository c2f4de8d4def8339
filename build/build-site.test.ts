import { expect, test } from 'vitest'
import { resolveOutbound } from '../app/outbound.ts'
import { site } from '../site.config.ts'
import { configured, unconfigured } from '../tests/helpers/site-configs.ts'
import { buildSite, checkPlaceholders, checkSamples } from './build-site.ts'
import type { SiteSettings } from './site-settings.ts'

const settings: SiteSettings = {
  basePath: '/',
  origin: 'http://127.0.0.1:3000',
  stage: 'development',
  partnersOrigin: 'http://127.0.0.1:3001',
  outDir: '/nowhere',
}

test('placeholders are refused in production, each named', () => {
  expect(() => checkPlaceholders({ stage: 'production' }, unconfigured)).toThrow(/contact\.email.*checkout\.audit/)
  expect(() => checkPlaceholders({ stage: 'development' }, unconfigured)).not.toThrow()
  expect(() => checkPlaceholders({ stage: 'production' }, configured)).not.toThrow()
})

test("a contact form on the site's own origin is refused, since it could leave its sandbox", async () => {
  const { origin } = new URL(resolveOutbound(site, settings.partnersOrigin).contactForm)
  await expect(buildSite({ ...settings, origin })).rejects.toThrow(/must not be on the site's own origin/)
})

test('samples among the testimonials are refused in production, unless the operator goes on with them', () => {
  const samples = { mark: 'Sample testimonials', quotes: [{}] }
  expect(() => checkSamples({ ...settings, stage: 'production' }, samples)).toThrow(/PRODUCTION_WITHOUT=testimonials$/)
  for (const [given, content] of [
    [settings, samples],
    [{ ...settings, stage: 'production', allowsSamples: true }, samples],
    [{ ...settings, stage: 'production' }, { mark: '', quotes: [{}] }],
    [{ ...settings, stage: 'production' }, { mark: 'Sample testimonials', quotes: [] }],
  ] as const) {
    expect(() => checkSamples(given, content)).not.toThrow()
  }
})
