import { afterEach, expect, test, vi } from 'vitest'
import { keptText } from './browser-storage.ts'

function full(): never {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

function storageOf(entries: Map<string, string>, setItem = (name: string, text: string) => void entries.set(name, text)) {
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem,
    removeItem: (name: string) => void entries.delete(name),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('a text is read back from the storage that it was written to, and from no other', () => {
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('localStorage', storageOf(new Map()))
  const text = keptText('tab', 'plan')
  expect(text.read()).toBeUndefined()
  expect(text.write('light')).toBe('kept')
  expect(text.read()).toBe('light')
  expect(keptText('browser', 'plan').read()).toBeUndefined()
  text.forget()
  expect(text.read()).toBeUndefined()
})

test('what a full storage refuses is kept for the visit, and the older text does not come back after it', () => {
  const entries = new Map([['draft', 'older']])
  vi.stubGlobal('sessionStorage', storageOf(entries, full))
  const text = keptText('tab', 'draft')
  expect(text.write('newer')).toBe('in-memory')
  expect(text.read()).toBe('newer')
  expect(entries.has('draft')).toBe(false)
  text.forget()
  expect(text.read()).toBeUndefined()
})

test('a storage that works again keeps what is written then', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', storageOf(entries, full))
  const text = keptText('browser', 'session')
  text.write('first')
  vi.stubGlobal('localStorage', storageOf(entries))
  expect(text.write('second')).toBe('kept')
  expect(entries.get('session')).toBe('second')
  expect(text.read()).toBe('second')
})

test('without any storage, as where pages are drawn in advance, nothing throws', () => {
  vi.stubGlobal('localStorage', undefined)
  const text = keptText('browser', 'nowhere')
  expect(text.read()).toBeUndefined()
  expect(text.write('for the visit')).toBe('in-memory')
  text.forget()
  expect(text.read()).toBeUndefined()
})
