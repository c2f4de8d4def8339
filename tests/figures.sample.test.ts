import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { comingSoon } from '../content/blog.ts'
import { addressLines, hoursLines } from '../content/contact-lines.ts'
import { facts } from '../content/facts.ts'
import { faqs } from '../content/faqs.ts'
import { formatUsd } from '../content/format.ts'
import { testimonials } from '../content/testimonials.ts'
import { coaching, plans } from '../domain/plans.ts'
import { site } from '../site.config.ts'

// The figures and names of the sample, in their own words: each change of one is to be meant.

test('the plans of R-PLANS', () => {
  const list = [...Object.values(plans), coaching].map(({ name, priceCents }) => [name, formatUsd(priceCents)])
  expect(list).toEqual([
    ['Credit Audit & Consultation', '$25'],
    ['Light Repair', '$200'],
    ['Standard Repair', '$350'],
    ['Advanced Repair', '$500'],
    ['Bankruptcy / Complex Cases', '$750'],
    ['Credit Coaching & Budget Planning', '$149'],
  ])
  expect(Object.values(plans).filter(({ popular }) => popular)).toEqual([plans.standard])
})

test('the claims of R-CLAIMS', () => {
  expect(site.claims).toEqual({
    yearsOfExperience: '8+',
    clientsHelped: '50K+',
    successRate: '95%',
    signup: { yearsOfExperience: '35+', clientsHelped: '10,000+' },
  })
  expect(site.organization.foundedYear).toBe(2017)
})

test('the figures of R-REFUNDS', () => {
  expect(facts).toMatchObject({
    auditRefundBusinessDays: '3',
    adminFee: '$50',
    lettersPreparedBusinessDays: '5',
    refundWindowDays: '30',
    maxRoundsDone: '50%',
    guaranteeDays: '90',
    bankruptcyRefundBusinessDays: '7',
    coachingFee: '$25',
    refundReviewBusinessDays: '3-5',
    refundPayoutBusinessDays: '7-10',
  })
})

test('the figures of R-SERVICE-FACTS', () => {
  expect(facts).toMatchObject({ disputeCycleDays: '45', replyHours: '24' })
})

test('the address as on an envelope, and the hours', () => {
  expect(addressLines).toEqual(['100 Example Street, Suite 2', 'Anytown, GA 00000'])
  expect(hoursLines).toEqual(['Monday to Friday', '10:00 to 17:00', 'Closed Saturday and Sunday'])
})

test('three testimonials, nine questions and six cards, of which two are articles', () => {
  const articles = globSync('content/blog/*.mdx', { cwd: path.resolve(import.meta.dirname, '..') })
  expect([testimonials.quotes.length, faqs.questions.length, articles.length, comingSoon.length]).toEqual([3, 9, 2, 4])
  expect(testimonials.mark).toBe('Sample testimonials')
})
