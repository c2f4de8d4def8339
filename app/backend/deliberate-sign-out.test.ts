import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nameHere } from './browser-storage.ts'

const entries = new Map<string, string>()
let tellOfStorage: (event: { key: string | null; newValue: string | null }) => void
/** The module as a new document loads it. */
let module: typeof import('./deliberate-sign-out.ts')
let storedSession: typeof import('./stored-session.ts')

beforeEach(async () => {
  entries.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  })
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tellOfStorage) => (tellOfStorage = listener))
  vi.resetModules()
  module = await import('./deliberate-sign-out.ts')
  storedSession = await import('./stored-session.ts')
})
afterEach(() => vi.unstubAllGlobals())

function listen() {
  const heard: unknown[] = []
  const stop = module.onDeliberateSignOut((...news) => heard.push(news))
  return { heard, stop }
}

test('a sign-out is told in this tab at once, until one stops listening', () => {
  const { heard, stop } = listen()
  module.noteSignOut('a1', 1000)
  expect(heard).toEqual([['a1', 'here']])
  stop()
  module.noteSignOut('a1', 2000)
  expect(heard).toHaveLength(1)
})

test('it is told in every other tab, and nothing else that is stored is taken for it', () => {
  const { heard } = listen()
  module.noteSignOut('a1', 1000)
  const [[key, newValue] = ['', '']] = entries
  heard.length = 0
  tellOfStorage({ key, newValue })
  tellOfStorage({ key, newValue: null })
  tellOfStorage({ key: null, newValue: null })
  tellOfStorage({ key: nameHere('trial'), newValue: 'trial' })
  tellOfStorage({ key: `${nameHere('signed-out a1')}other/`, newValue })
  expect(heard).toEqual([['a1', 'elsewhere']])
})

test('it is noted of whoever the stored session belongs to, also of one that lacks its code', () => {
  const { heard } = listen()
  entries.set('session', JSON.stringify({ access_token: 'x.y.z', user: { id: 'a1' } }))
  storedSession.noteSignOutOfSession('session', 1000)
  expect(heard).toEqual([['a1', 'here']])
  expect(module.hasSignedOutSince('a1', 1000)).toBe(true)
  expect(module.hasSignedOutSince('a1', 1001)).toBe(false)
  expect(module.hasSignedOutSince('b2', 1000)).toBe(false)
})

test.for([undefined, '', 'null', '{}', '{"user":{}}'])('a session that is not there is nobody to note: %s', (text) => {
  const { heard } = listen()
  if (text !== undefined) entries.set('session', text)
  storedSession.noteSignOutOfSession('session', 1000)
  expect(heard).toEqual([])
})
