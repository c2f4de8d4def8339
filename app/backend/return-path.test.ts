import { afterEach, expect, test, vi } from 'vitest'
import { forgetReturn, rememberedReturn, rememberReturn } from './return-path.ts'

function storageOf(entries = new Map<string, string>()) {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  })
  return entries
}

function blocked(): never {
  throw new DOMException('denied', 'SecurityError')
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/client-onboarding?plan=Standard%20Repair', 'onboarding'],
  ['/account', 'account'],
])('the page %s is remembered until it is forgotten', (path, to) => {
  storageOf()
  rememberReturn(path)
  expect(rememberedReturn()).toEqual({ to, path })
  forgetReturn()
  expect(rememberedReturn()).toBeUndefined()
})

test.for([
  '//evil.example/client-onboarding',
  '//evil.example/account',
  'https://evil.example',
  '/auth',
  '/client-onboarding-2',
  '/account/../auth',
  'javascript:alert(1)',
])('a stored value that is no such page is ignored: %s', (value) => {
  const entries = storageOf()
  rememberReturn(value)
  expect(entries.size).toBe(1)
  expect(rememberedReturn()).toBeUndefined()
})

test('where storage is blocked the visit alone remembers', () => {
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  rememberReturn('/client-onboarding')
  expect(rememberedReturn()?.path).toBe('/client-onboarding')
  forgetReturn()
  expect(rememberedReturn()).toBeUndefined()
})
