import { expect, test } from 'vitest'
import { storedWords } from '#words/account.ts'
import { reasonWords, unknownReason } from '#words/desk/standing.ts'
import { longTime } from '#words/format.ts'
import { formStates } from '../../../../domain/delivery-states.ts'
import { standingOf } from './standing.ts'

const savedAt = '2031-03-04T15:00:00Z'
const since = '2031-03-05T16:00:00Z'
const of = (change: object) => standingOf({ state: 'delivered', reason: null, since, savedAt, ...change })

test('only what is there is answered with yes', () => {
  const yes = formStates.filter((state) => of({ state }).sentence.startsWith('Yes'))
  expect(yes).toEqual(['delivered'])
  expect(of({ reason: 'stand-in' }).sentence).not.toMatch(/^Yes/)
  expect(of({ reason: 'stand-in' }).tone).not.toBe('good')
  // Its sentence says it all.
  expect(of({ reason: 'stand-in' })).toMatchObject({ reason: undefined, forClient: undefined })
})

test('it says since when, or when the form was saved where there is no delivery', () => {
  expect(of({}).sentence).toContain(longTime(new Date(since)))
  expect(of({ state: 'incomplete', since: null }).sentence).toContain(longTime(new Date(savedAt)))
})

test('the client hears what stands on the page of the account', () => {
  expect(of({}).forClient).toBe(storedWords.progress.sent)
  expect(of({ state: 'rejected' }).forClient).toBe(storedWords.progress['with-a-person'])
})

test('the reason is told in plain words, also one that is not known', () => {
  expect(of({ state: 'needs_review', reason: 'no-answer' }).reason).toBe(reasonWords['no-answer'])
  expect(of({ state: 'needs_review', reason: 'of-tomorrow' }).reason).toBe(unknownReason)
  expect(of({ state: 'queued' }).reason).toBeUndefined()
})
