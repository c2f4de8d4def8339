import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toEnrollmentRow } from '../../domain/enrollment.ts'
import { requiredColumns } from '../../domain/enrollment-columns.ts'
import { enrollmentFields, fieldsWith } from '../../domain/enrollment-fields.ts'
import { validRow, validValues } from '../../tests/helpers/enrollments.ts'
import { nameOf, onboardingBoundaries } from '../../tests/helpers/onboarding-boundaries.ts'
import { openRest, refusalOf, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})

afterAll(() => rest.close())

/** Stands in every row, and in no answer. */
const canary = '7391'

const rowOf = (changes: object = {}) => ({ ...validRow(rest.ruth.id, { ssnLastFour: canary }), ...changes })

/** Sends the row past the page: how it is refused, if it is. Then nothing is stored. Nothing sent is ever echoed. */
async function refusalFor(row: object): Promise<string | undefined> {
  const id = randomUUID()
  const response = await rest.post({ id, ...row })
  const isRefused = response.status !== 201
  const found = await rest.request(`/enrollments?id=eq.${id}&select=id`, { token: rest.ruth.token })
  expect(await found.json()).toEqual(isRefused ? [] : [{ id }])
  const shown = await response.clone().text()
  const sent = Object.values(row).filter((value) => typeof value === 'string' && value.length > 2 && value !== 'email')
  expect([canary, ...sent].filter((value) => shown.includes(String(value)))).toEqual([])
  return isRefused ? refusalOf(response) : undefined
}

const planned = (length: number) => rowOf({ plan_name: 'p'.repeat(length) })
const nameIn = (column: string) => column.replaceAll('_', ' ')

// Whole names: whole-names.integration.test.ts.
const columns = onboardingBoundaries.flatMap((boundary) => {
  const { column } = enrollmentFields[boundary.field]
  return column === 'customer_name' ? [] : [{ name: nameOf(boundary), column, ...boundary }]
})

describe('a request that skips the page meets the limits of the form', () => {
  test.each(columns)('$name: $problem', async ({ field, entry, column, problem }) => {
    const row = toEnrollmentRow({ ...validValues, ssnLastFour: canary, [field]: entry }, 'Light Repair', rest.ruth.id)
    // PostgreSQL itself knows the calendar, and says which type it could not read.
    const noDate = '400 (22007|22008) .*\\bdate\\b'
    const broken = `400 23514 Please check the form: ${nameIn(column)} (is|has) `
    const refusal = problem === 'Date of birth is required' ? noDate : broken
    expect((await refusalFor(row)) ?? 'stored').toMatch(new RegExp(`^${problem ? refusal : 'stored'}`))
  })

  test('the plan: 1 to 100 characters', async () => {
    const refusal = '400 23514 Please check the form: plan name is plain text of 1 to 100 characters'
    for (const length of [1, 2, 99, 100]) expect(await refusalFor(planned(length))).toBeUndefined()
    for (const length of [0, 101]) expect(await refusalFor(planned(length))).toBe(refusal)
  })

  const texts = [...fieldsWith('kind', 'text'), ...fieldsWith('kind', 'lines')]
    .map((field) => enrollmentFields[field].column)
    .filter((column) => column !== 'customer_name')

  test.each(texts)('%s: control characters, of which notes alone may have tabs and line breaks', async (column) => {
    const withControl = (control: string) => {
      const value = `12345${control}67890`.slice(0, column === 'zip_code' ? 10 : undefined)
      return rowOf({ [column]: value, ...(column === 'middle_name' && { customer_name: `Ruth ${value} Example` }) })
    }
    const refusal = new RegExp(`^400 23514 Please check the form: ${nameIn(column)} is plain text of `)
    for (const control of ['\u0001', '\u0008', '\u000b', '\u001f', '\u007f', '\u0085']) {
      expect(await refusalFor(withControl(control))).toMatch(refusal)
    }
    for (const control of ['\t', '\n', '\r\n', '\u2028']) {
      const expected = column === 'notes' ? /^stored$/ : refusal
      expect((await refusalFor(withControl(control))) ?? 'stored').toMatch(expected)
    }
  })

  test('a date of birth in the future, however far', async () => {
    const future = '400 23514 Please check the form: date of birth is in the past'
    for (const date_of_birth of ['2999-01-01', '10000-01-01', '275760-12-31']) {
      expect(await refusalFor(rowOf({ date_of_birth }))).toBe(future)
    }
  })
})

test('every required value that is missing is named', async () => {
  for (const column of [...requiredColumns, 'payment_status', 'plan_price']) {
    const refusal = `400 23514 Please check the form: ${nameIn(column)} is required`
    expect(await refusalFor(rowOf({ [column]: null }))).toBe(refusal)
    const { [column]: _, ...without } = rowOf() as Record<string, unknown>
    expect(await refusalFor(without)).toBe(refusal)
  }
})

test('a change meets the same limits as an addition', async () => {
  const id = randomUUID()
  expect((await rest.post({ id, ...rowOf() })).status).toBe(201)
  const change = (body: object) =>
    rest.request(`/enrollments?id=eq.${id}`, { method: 'PATCH', token: rest.ruth.token, body: JSON.stringify(body) })
  expect(await refusalOf(change({ zip_code: '1234' }))).toMatch(/^400 23514 Please check the form: zip code is plain/)
  expect(await refusalOf(change({ city: null }))).toBe('400 23514 Please check the form: city is required')
  expect(await refusalOf(change({ city: null, onboarding_completed: false }))).toMatch(/^403 42501 new row violates/)
})
