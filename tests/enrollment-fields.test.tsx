import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OnboardingSections } from '../app/pages/client-onboarding/onboarding-sections.tsx'
import { blankEntries, onboardingFields } from '../app/pages/client-onboarding/onboarding-problems.ts'
import { type EnrollmentField, enrollmentFieldNames, enrollmentFields, fieldsWith } from '../domain/enrollment-fields.ts'
import { onboardingBoundaries } from './helpers/onboarding-boundaries.ts'

// Places of an enrollment's fields that no type reaches. Those in the SQL: supabase/migrations/enrollment-fields.test.ts.

const ignore = () => undefined

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')

test('the form draws a control for each field, in the order of its schema', () => {
  const sections = renderToStaticMarkup(
    <OnboardingSections entries={blankEntries} problems={{}} latestBirth="2031-03-03" sending="idle" onLeave={ignore} consent={null}>
      {null}
    </OnboardingSections>,
  )
  const drawn = [...sections.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name)
  expect([...new Set(drawn)]).toEqual(onboardingFields)
})

test('the schema has every field of the form, and each column of the table one of them at most', () => {
  expect(onboardingFields.toSorted()).toEqual(fieldsWith('source', 'form').toSorted())
  const columns = enrollmentFieldNames.map((field) => enrollmentFields[field].column)
  expect(columns.filter((column, index) => columns.indexOf(column) !== index)).toEqual(['customer_name'])
})

const fieldsOf = (boundaries: typeof onboardingBoundaries) => new Set(boundaries.map(({ field }) => field))

test('the limits of each field are tried from both sides', () => {
  const taken = fieldsOf(onboardingBoundaries.filter(({ problem }) => !problem))
  const refused = fieldsOf(onboardingBoundaries.filter(({ problem }) => problem))
  expect(onboardingFields.filter((field) => !taken.has(field) || !refused.has(field))).toEqual([])
})

/** What the privacy policy calls each field. */
const collected: Record<EnrollmentField, string> = {
  firstName: 'your first, middle and last name',
  middleName: 'your first, middle and last name',
  lastName: 'your first, middle and last name',
  email: 'your e-mail address',
  phone: 'your phone number',
  dateOfBirth: 'your date of birth',
  ssnLastFour: 'the last four digits of your Social Security number',
  streetAddress: 'your street address, city, state and ZIP code',
  city: 'your street address, city, state and ZIP code',
  state: 'your street address, city, state and ZIP code',
  zipCode: 'your street address, city, state and ZIP code',
  preferredContactMethod: 'how you prefer to be contacted',
  planName: 'the name of your plan',
  notes: 'any notes you add',
}

test('the privacy policy names everything that the form collects', () => {
  const [sentence = ''] = /^- \*\*The onboarding form:\*\* .*$/m.exec(read('content/legal/privacy.mdx')) ?? []
  expect(Object.values(collected).filter((name) => !sentence.includes(name))).toEqual([])
})
