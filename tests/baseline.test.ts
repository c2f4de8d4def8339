import { createBuilder } from 'vite'
import { expect, test } from 'vitest'
import { viteConfig } from '../build/vite-config.ts'
import { newerFeatures } from './helpers/newer-features.ts'

/** What the scripts of the site name although the oldest browsers of package.json lack it, and what becomes of it there. */
const enhancements: Record<string, string> = {
  'Navigator.connection': 'whether somebody saves data is not known, so pages are fetched ahead',
  'Window.navigation': 'React asks whether it is there; the router does not use it',
  'PublicKeyCredential.parseCreationOptionsFromJSON': 'auth-js asks whether it is there; the site has no passkeys',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'auth-js asks whether it is there; the site has no passkeys',
}

test.each([
  ['export const sorted = numbers.toSorted()', '.toSorted'],
  ['export const either = AbortSignal.any([])', 'AbortSignal.any'],
  ['export const address = URL.parse(text)', 'URL.parse'],
  ['document.startViewTransition(draw)', 'Document.startViewTransition'],
  ['export const later = Promise.withResolvers()', 'Promise.withResolvers'],
  ['requestIdleCallback(work)', 'Window.requestIdleCallback'],
])('%s is known to be newer than the oldest browsers', (script, feature) => {
  expect(newerFeatures('script.js', script)).toEqual([feature])
})

test('what all browsers of package.json have is nothing new', () => {
  expect(newerFeatures('script.js', 'navigator.locks.request(name, [1].at(-1)); new AbortController(); Object.hasOwn(one, two)')).toEqual([])
})

test('no script of the site depends on what the oldest browsers lack', { timeout: 60_000 }, async () => {
  const config = viteConfig({ basePath: '/', origin: 'https://www.example.org', stage: 'development', outDir: '/nowhere' }, '/nowhere')
  const builder = await createBuilder({ ...config, logLevel: 'error', build: { ...config.build, write: false } })
  const client = builder.environments.client
  if (!client) throw new Error('There is no build for the browser')
  const built = [await builder.build(client)].flat()
  const scripts = built.flatMap((result) => ('output' in result ? result.output : [])).filter((file) => file.type === 'chunk')
  const found = scripts.flatMap(({ fileName, code }) => newerFeatures(fileName, code).map((feature) => ({ feature, fileName })))
  expect(scripts.length).toBeGreaterThan(20)
  expect(found.filter(({ feature }) => !(feature in enhancements))).toEqual([])
  expect(Object.keys(enhancements).filter((name) => !found.some(({ feature }) => feature === name))).toEqual([])
})
