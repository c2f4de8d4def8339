import { afterEach, expect, test, vi } from 'vitest'
import { forgetOnboarding, rememberedOnboarding, rememberOnboarding } from './return-path.ts'

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

test('the path and query of the onboarding are remembered until they are forgotten', () => {
  storageOf()
  rememberOnboarding('/client-onboarding?plan=Standard%20Repair')
  expect(rememberedOnboarding()).toBe('/client-onboarding?plan=Standard%20Repair')
  forgetOnboarding()
  expect(rememberedOnboarding()).toBeUndefined()
})

test.for(['//evil.example/client-onboarding', 'https://evil.example', '/auth', '/client-onboarding-2', 'javascript:alert(1)'])(
  'a stored value that is no onboarding address is ignored: %s',
  (value) => {
    const entries = storageOf()
    rememberOnboarding(value)
    expect(entries.size).toBe(1)
    expect(rememberedOnboarding()).toBeUndefined()
  },
)

test('where storage is blocked the visit alone remembers', () => {
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  rememberOnboarding('/client-onboarding')
  expect(rememberedOnboarding()).toBe('/client-onboarding')
  forgetOnboarding()
  expect(rememberedOnboarding()).toBeUndefined()
})
