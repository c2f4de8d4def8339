import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptFilter, noFilter, parametersOf, setParts } from './filter.ts'

class MemoryStorage {
  texts = new Map<string, string>()
  getItem = (name: string) => this.texts.get(name) ?? null
  setItem = (name: string, text: string) => void this.texts.set(name, text)
  removeItem = (name: string) => void this.texts.delete(name)
}

let storage: MemoryStorage
beforeEach(() => {
  storage = new MemoryStorage()
  vi.stubGlobal('sessionStorage', storage)
})

afterEach(() => vi.unstubAllGlobals())

test('nothing set asks for everything', () => {
  expect(parametersOf(noFilter)).toEqual({ p_states: null, p_plans: null, p_since: null, p_until: null })
  expect(setParts(noFilter)).toBe(0)
})

test('the last day is in it whole, also when clocks change, and the next day is not', () => {
  const { p_since, p_until } = parametersOf({ ...noFilter, since: '2031-03-09', until: '2031-03-09' })
  expect(new Date(p_since ?? '')).toEqual(new Date(2031, 2, 9))
  expect(new Date(p_until ?? '')).toEqual(new Date(2031, 2, 10))
})

test('filters are kept for the tab, of each view its own', () => {
  const filter = { states: ['queued' as const], plan: 'A plan', since: '2031-03-04', until: '' }
  keptFilter('find').write(filter)
  expect(keptFilter('find').read()).toEqual(filter)
  expect(setParts(filter)).toBe(3)
  expect(keptFilter('export').read()).toEqual(noFilter)
})

test.each(['', 'no JSON', '{"states":["gone"],"plan":"","since":"","until":""}', '{"states":[],"plan":"","since":"2031-02-30","until":""}'])(
  'what is kept as %j is no filter',
  (text) => {
    keptFilter('find').write({ ...noFilter, plan: 'A plan' })
    for (const name of storage.texts.keys()) storage.texts.set(name, text)
    expect(keptFilter('find').read()).toEqual(noFilter)
  },
)
