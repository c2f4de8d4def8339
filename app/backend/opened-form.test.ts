import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openForm, type Opening, startAnother } from './opened-form.ts'

const opening: Opening = { userId: 'a1', planName: 'Standard Repair', enrollmentId: undefined }
const entries = new Map<string, string>()

function blocked(): never {
  throw new DOMException('denied', 'SecurityError')
}

beforeEach(() => {
  entries.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a new form gets a random UUID, and every tab and every reload finds the same one', () => {
  const { target, history } = openForm(opening)
  expect(target.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect({ kind: target.kind, history }).toEqual({ kind: 'new', history: 'never-sent' })
  expect(openForm(opening).target).toEqual(target)
})

test('another account and another plan have forms of their own', () => {
  const ids = [opening, { ...opening, userId: 'b2' }, { ...opening, planName: 'Light Repair' }].map((one) => openForm(one).target.id)
  expect(new Set(ids).size).toBe(3)
})

test('an enrollment that the address names is updated', () => {
  expect(openForm({ ...opening, enrollmentId: 'e1' }).target).toEqual({ kind: 'existing', id: 'e1' })
})

test('a form that another tab has sent says so once, and then goes on', () => {
  const here = openForm(opening)
  const there = openForm(opening)
  expect(here.look()).toBe('as-known')
  there.noteSent()
  expect(here.look()).toBe('sent-elsewhere')
  expect(here.look()).toBe('as-known')
  expect(there.look()).toBe('as-known')
})

test('what was sent, here or elsewhere, is known to be sent, keeps its id, and is updated from then on', () => {
  const { target: { id }, noteSent } = openForm(opening)
  noteSent()
  expect(openForm(opening)).toMatchObject({ target: { kind: 'existing', id }, history: 'sent' })
})

test('starting another one gives a new id, and the tab that still has the first form learns that it was sent', () => {
  const waiting = openForm(opening)
  const sent = openForm(opening)
  sent.noteSent()
  startAnother(opening)
  const another = openForm(opening)
  expect(another.history).toBe('never-sent')
  expect(another.target.id).not.toBe(sent.target.id)
  expect(waiting.look()).toBe('sent-elsewhere')
  waiting.noteSent()
  expect(openForm(opening).target).toEqual(another.target)
})

test('tabs that were opened at the same moment, each with an id of its own, agree on the one that was kept', () => {
  const first = openForm(opening)
  entries.clear()
  const second = openForm(opening)
  expect(first.target.id).not.toBe(second.target.id)
  expect(first.look()).toBe('as-known')
  expect(first.target).toEqual(second.target)
})

test('of such tabs the second to send says truly that it was sent, and then updates the row that is there', () => {
  const first = openForm(opening)
  entries.clear()
  const second = openForm(opening)
  second.noteSent()
  expect(first.look()).toBe('sent-elsewhere')
  expect(first.target).toEqual({ kind: 'existing', id: second.target.id })
  expect(first.look()).toBe('as-known')
})

test('every tab that has opened the form calls it by one name, whatever id it has, and another form by another', () => {
  const first = openForm(opening)
  entries.clear()
  expect(openForm(opening).name).toBe(first.name)
  for (const other of [{ ...opening, userId: 'b2' }, { ...opening, planName: 'Light Repair' }, { ...opening, enrollmentId: 'e1' }]) {
    expect(openForm(other).name).not.toBe(first.name)
  }
})

test('from an enrollment that the address named, another one is a new one', () => {
  openForm({ ...opening, enrollmentId: 'e1' }).noteSent()
  startAnother({ ...opening, enrollmentId: 'e1' })
  expect(openForm(opening)).toMatchObject({ target: { kind: 'new' }, history: 'never-sent' })
})

test('from there, a form of the plan that waits unsent in another tab stays what it is', () => {
  const waiting = openForm(opening)
  startAnother({ ...opening, enrollmentId: 'e1' })
  expect(waiting.look()).toBe('as-known')
  expect(waiting.target).toEqual(openForm(opening).target)
})

test.for(['', 'null', '{}', '[1]', '{"id":1,"timesSent":0}', '{"id":"x","timesSent":-1}', '{"id":"x","timesSent":0,"copy":-1}'])('a broken record is a new form: %s', (text) => {
  openForm(opening)
  for (const name of entries.keys()) entries.set(name, text)
  expect(openForm(opening)).toMatchObject({ target: { kind: 'new' }, history: 'never-sent' })
})

test('a browser that blocks storage keeps one id for the visit', () => {
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  const other = { ...opening, userId: 'blocked' }
  expect(openForm(other).target).toEqual(openForm(other).target)
})

describe('values that are sent again under one id', () => {
  test('are known where nothing else was sent before, however often', () => {
    const form = openForm(opening)
    expect([form.noteTry('a'), form.noteTry('a'), form.noteTry('a')]).toEqual([false, true, true])
  })

  test('are not known once others were sent: either may be in the table', () => {
    const form = openForm(opening)
    expect([form.noteTry('a'), form.noteTry('b'), form.noteTry('b'), form.noteTry('a')]).toEqual([false, false, false, false])
  })

  test('are not known where another tab has sent something meanwhile, or before', () => {
    const here = openForm(opening)
    const there = openForm(opening)
    here.noteTry('a')
    there.noteTry('a')
    expect([here.noteTry('a'), there.noteTry('a'), openForm(opening).noteTry('a')]).toEqual([false, false, false])
  })

  test('are not known under another id', () => {
    const first = openForm(opening)
    first.noteTry('a')
    entries.clear()
    openForm(opening)
    first.look()
    expect(first.noteTry('a')).toBe(false)
  })

  test('are not known where the storage was cleared in between', () => {
    const form = openForm(opening)
    form.noteTry('a')
    entries.clear()
    expect([form.noteTry('b'), form.noteTry('b')]).toEqual([false, false])
  })

  test('replace what is there, in an existing enrollment', () => {
    const form = openForm({ ...opening, enrollmentId: 'e1' })
    expect([form.noteTry('a'), form.noteTry('a')]).toEqual([false, false])
  })

  test('leave alone the next form, which another tab has started', () => {
    const waiting = openForm(opening)
    openForm(opening).noteSent()
    startAnother(opening)
    const another = openForm(opening).target
    waiting.look()
    expect(waiting.noteTry('a')).toBe(false)
    expect(openForm(opening).target).toEqual(another)
  })

  test('are not stored in the browser', () => {
    openForm(opening).noteTry('1957-11-23')
    expect([...entries.values()].join()).not.toContain('1957')
  })
})
