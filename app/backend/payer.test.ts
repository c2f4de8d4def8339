import { afterEach, expect, test, vi } from 'vitest'
import { forgetPayer, isAnother, keepPayerOf, keptPayer } from './payer.ts'

function storageOf(entries = new Map<string, string>()) {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  })
  return entries
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['#email=ruth%2Bone%40example.com&account=new', { email: 'ruth+one@example.com', account: 'new' }],
  ['#email=ruth%40example.com', { email: 'ruth@example.com', account: 'known' }],
  ['#email=ruth%40example.com&account=admin', { email: 'ruth@example.com', account: 'known' }],
])('the address of %s is kept until it is forgotten', (hash, payer) => {
  storageOf()
  expect(keepPayerOf(hash)).toBe(true)
  expect(keptPayer()).toEqual(payer)
  forgetPayer()
  expect(keptPayer()).toBeUndefined()
})

test.each(['', '#', '#pricing', '#email=', '#email=ruth', '#email=%', '#account=new', `#email=${'a'.repeat(300)}@example.com`])(
  'nothing is kept of %s',
  (hash) => {
    const entries = storageOf()
    expect(keepPayerOf(hash)).toBe(false)
    expect(entries.size).toBe(0)
  },
)

test('an address in other letters is the same', () => {
  const payer = { email: 'Ruth@Example.com', account: 'new' } as const
  expect(isAnother(payer, 'ruth@example.com')).toBe(false)
  expect(isAnother(payer, 'rut@example.com')).toBe(true)
})
