import { expect, test } from 'vitest'
import { sensitiveColumns } from '../enrollment-columns.ts'
import { recordOf } from '../tables.ts'
import { exportColumns, exportHeadings, exportRecord } from './export-file.ts'

const values = recordOf(exportColumns, (column) => `the ${column}`)
const details = recordOf(sensitiveColumns, (column) => `the ${column}`)

test('each value stands below its heading', () => {
  const headings = exportHeadings('ordinary').trimEnd().split(',')
  expect(headings).toEqual(exportColumns)
  expect(exportRecord({ values }, 'ordinary').trimEnd().split(',')).toEqual(headings.map((heading) => `the ${heading}`))
})

test('sensitive details are in the file on request alone, after all others', () => {
  expect(exportRecord({ values, details }, 'ordinary')).toBe(exportRecord({ values }, 'ordinary'))
  const headings = exportHeadings('personal').trimEnd().split(',')
  expect(headings).toEqual([...exportColumns, ...sensitiveColumns])
  expect(exportRecord({ values, details }, 'personal').trimEnd().split(',')).toEqual(headings.map((heading) => `the ${heading}`))
})

test('what is not there, or could not be opened, is empty', () => {
  const cells = exportRecord({ values: { id: 'a' } }, 'personal').trimEnd().split(',')
  expect(cells).toEqual(['a', ...Array.from({ length: exportColumns.length + sensitiveColumns.length - 1 }, () => '')])
})
