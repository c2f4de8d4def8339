import { expect, test } from 'vitest'
import { validValues } from '../tests/helpers/enrollments.ts'
import { correctedColumns, correctionNames, corrections } from './correction.ts'
import { toEnrollmentRow } from './enrollment.ts'
import { fieldsWith } from './enrollment-fields.ts'

test('each field of the form is corrected in one way', () => {
  expect(correctionNames.flatMap((name) => [...corrections[name]]).toSorted()).toEqual(fieldsWith('source', 'form').toSorted())
})

test.each(correctionNames)('the correction of %s writes what the form would, and nothing else', (name) => {
  const values = { ...validValues, middleName: 'Joy' }
  const row: Record<string, unknown> = toEnrollmentRow(values, 'Standard Repair', 'owner')
  const columns = correctedColumns(name, values)
  expect(Object.keys(columns).length).toBeGreaterThan(0)
  for (const [column, value] of Object.entries(columns)) expect(value).toEqual(row[column])
})

test('a name without its middle name loses it', () => {
  const names = { firstName: 'Ruth', middleName: '', lastName: 'Example' }
  expect(correctedColumns('name', names)).toEqual({ customer_name: 'Ruth Example', middle_name: null })
})

test('notes that are left empty are removed', () => {
  expect(correctedColumns('notes', { notes: '' })).toEqual({ notes: null })
})
