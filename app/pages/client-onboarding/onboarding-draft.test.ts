import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteSignOut } from '../../backend/deliberate-sign-out.ts'
import type { Opening } from '../../backend/opened-form.ts'
import { draftOf, forgetDraft, keepDraft, moveDraft } from './onboarding-draft.ts'
import { blankEntries } from './onboarding-problems.ts'

const a1: Opening = { userId: 'a1', planName: 'Standard Repair', enrollmentId: undefined }
const b2: Opening = { ...a1, userId: 'b2' }
const typed = { ...blankEntries, firstName: 'Hannah', dateOfBirth: '1988-04-12', ssnLastFour: '0742' }
const afterReload = { ...typed, dateOfBirth: '', ssnLastFour: '' }
const kept = { tab: new Map<string, string>(), browser: new Map<string, string>() }

const storageOver = (entries: Map<string, string>) => ({
  getItem: (name: string) => entries.get(name) ?? null,
  setItem: (name: string, value: string) => entries.set(name, value),
  removeItem: (name: string) => entries.delete(name),
})

/** The module as a new document loads it, with nothing in memory. */
async function reloaded() {
  vi.resetModules()
  return import('./onboarding-draft.ts')
}

beforeEach(() => {
  for (const entries of Object.values(kept)) entries.clear()
  vi.stubGlobal('sessionStorage', storageOver(kept.tab))
  vi.stubGlobal('localStorage', storageOver(kept.browser))
  for (const opening of [a1, b2]) forgetDraft(opening)
})
afterEach(() => vi.unstubAllGlobals())

test('everything is kept while the document lives', () => {
  keepDraft(a1, typed, 1000)
  expect(draftOf(a1)).toMatchObject({ entries: typed, from: 'this-document' })
})

test('a reload finds it again, but a date of birth and digits of an SSN enter no storage', async () => {
  keepDraft(a1, typed, 1000)
  const everything = JSON.stringify([...kept.tab, ...kept.browser])
  expect(everything).not.toContain('1988-04-12')
  expect(everything).not.toContain('0742')
  expect((await reloaded()).draftOf(a1)).toMatchObject({ entries: afterReload, from: 'the-tab' })
})

test('another account sees nothing of it and takes nothing away', async () => {
  keepDraft(a1, typed, 1000)
  expect(draftOf(b2)).toBeUndefined()
  keepDraft(b2, blankEntries, 2000)
  forgetDraft(b2)
  expect((await reloaded()).draftOf(a1)).toMatchObject({ entries: afterReload })
})

test('what was sent is forgotten', async () => {
  keepDraft(a1, typed, 1000)
  forgetDraft(a1)
  expect(draftOf(a1)).toBeUndefined()
  expect((await reloaded()).draftOf(a1)).toBeUndefined()
})

test('each form of an account has its own: the plan of its address, or the enrollment that the address names', async () => {
  const others: Opening[] = [{ ...a1, planName: 'Light Repair' }, { ...a1, enrollmentId: 'e1' }]
  keepDraft(a1, typed, 1000)
  for (const other of others) expect(draftOf(other)).toBeUndefined()
  for (const other of others) keepDraft(other, blankEntries, 2000)
  for (const other of others) forgetDraft(other)
  expect((await reloaded()).draftOf(a1)).toMatchObject({ entries: afterReload })
})

test('what is carried to another form is there whole, in place of what stood there, and gone where it was', () => {
  const named: Opening = { ...a1, enrollmentId: 'e1' }
  keepDraft(a1, blankEntries, 1000)
  keepDraft(named, typed, 2000)
  moveDraft(named, a1)
  expect(draftOf(a1)).toMatchObject({ entries: typed })
  expect(draftOf(named)).toBeUndefined()
  moveDraft(named, a1)
  expect(draftOf(a1)).toBeUndefined()
})

test('a sign-out on purpose takes all drafts of the account out of the tab there and then, and none of another', () => {
  keepDraft(a1, typed, 1000)
  keepDraft({ ...a1, enrollmentId: 'e1' }, typed, 1000)
  keepDraft(b2, typed, 1000)
  noteSignOut('a1', 2000)
  expect([...kept.tab.keys()].join()).toContain('b2')
  expect([...kept.tab.keys()].join()).not.toContain('a1')
  expect(draftOf(a1)).toBeUndefined()
  keepDraft(a1, typed, 3000)
  expect(draftOf(a1)).toMatchObject({ entries: typed })
})

test('a sign-out that this tab could not hear of forgets what was typed before it', async () => {
  keepDraft(a1, typed, 1000)
  const stored = new Map(kept.tab)
  noteSignOut('a1', 2000)
  for (const [name, text] of stored) kept.tab.set(name, text)
  expect((await reloaded()).draftOf(a1)).toBeUndefined()
  expect(kept.tab.size).toBe(0)
})

test.for(['', 'null', '{}', '[5]', '[{"form":"Standard Repair","keptAtMs":1,"entries":{"firstName":5}}]', '[{"form":"Standard Repair","keptAtMs":1}]'])('a broken draft is none: %s', async (text) => {
  keepDraft(a1, typed, 1000)
  for (const name of kept.tab.keys()) kept.tab.set(name, text)
  expect((await reloaded()).draftOf(a1)).toBeUndefined()
})
