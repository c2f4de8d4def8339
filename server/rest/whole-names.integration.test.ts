import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrollmentFields as fields } from '../../domain/enrollment-fields.ts'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

// The table keeps first, middle and last name as one text (R-CUSTOMER-NAME), and each has its limit all the same (R-ONBOARDING-LIMITS).

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

type Names = [wholeName: string, middleName?: string]

const send = ([customer_name, middle_name]: Names) =>
  rest.post({ ...validRow(rest.ruth.id), customer_name, middle_name: middle_name ?? null })

const wrongName = '400 23514 Please check the form: customer name has first and last name of at most 100 characters'
const first = 'a'.repeat(fields.firstName.max)
const last = 'b'.repeat(fields.lastName.max)
const middle = 'c'.repeat(fields.middleName.max)

const wholeNames: Names[] = [
  ['A B'],
  [`${first} B`],
  [`A ${last}`],
  [`${first} ${last}`],
  [`${first} C ${last}`, 'C'],
  [`${first} ${middle} ${last}`, middle],
  // A name may hold spaces, and the middle name may stand in another name too.
  [`Mary Ann ${'a'.repeat(91)} ${last}`],
  [`C C C ${last}`, 'C'],
]

const otherNames: Names[] = [
  [`${first}a B`],
  [`A ${last}b`],
  [`${'a'.repeat(199)} B`],
  [`${first}a C B`, 'C'],
  [`A C ${last}b`, 'C'],
  [`${first} ${middle} ${last}b`, middle],
  // A name with spaces counts as a whole.
  [`Mary Ann ${'a'.repeat(92)} ${last}`],
  // The middle name stands between the two.
  ['Ruth Example', 'Ann'],
  ['Ann Example', 'Ann'],
  [''],
  [' '],
  ['Ruth'],
  [' Ruth'],
  ['Ruth '],
  ['Ruth  Example'],
  ['Ru\u0007th Example'],
]

// A long run of one letter is shown as `a*100`.
const titled = (names: Names) => ({
  title: JSON.stringify(names).replaceAll(/([a-z])\1{9,}/g, (run) => `${run.charAt(0)}*${run.length}`),
  names,
})

test.each(wholeNames.map(titled))('the whole name $title is taken', async ({ names }) => {
  expect((await send(names)).status).toBe(201)
})

test.each(otherNames.map(titled))('the whole name $title is refused', async ({ names }) => {
  expect(await refusalOf(send(names))).toBe(wrongName)
})
