import { expect, test } from 'vitest'
import { buildSite } from './build-site.ts'
import type { SiteSettings } from './site-settings.ts'

const settings: SiteSettings = {
  basePath: '/',
  origin: 'http://127.0.0.1:3000',
  stage: 'development',
  partnersOrigin: 'http://127.0.0.1:3001',
  outDir: '/nowhere',
}

test('placeholders are refused in production, each named', async () => {
  await expect(buildSite({ ...settings, stage: 'production' })).rejects.toThrow(/contact\.email.*checkout\.audit/)
})

test("a contact form on the site's own origin is refused, since it could leave its sandbox", async () => {
  await expect(buildSite({ ...settings, partnersOrigin: settings.origin })).rejects.toThrow(/must not be on the site's own origin/)
})
