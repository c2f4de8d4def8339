import { expect, test } from 'vitest'
import { standingConsents } from './standing-consents.ts'

const given = (texts: string) => ({ action: 'given' as const, texts })
const withdrawn = (texts: string) => ({ action: 'withdrawn' as const, texts })

test('what was withdrawn stands no more, until it is given again', () => {
  const both = given('terms@2031-01-01=aa, sms@2031-01-01=bb')
  const stop = withdrawn('sms@2031-01-01=bb')
  expect(standingConsents([])).toEqual([])
  expect(standingConsents([both])).toEqual(['terms', 'sms'])
  expect(standingConsents([both, stop])).toEqual(['terms'])
  expect(standingConsents([both, stop, given('sms@2031-02-01=cc')])).toEqual(['terms', 'sms'])
})
