import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contactMethods, earliestDateOfBirth, states } from '../../domain/enrollment.ts'
import { clientColumns, optionalColumns, requiredColumns, sensitiveColumns } from '../../domain/enrollment-columns.ts'
import { enrollmentFieldNames, enrollmentFields } from '../../domain/enrollment-fields.ts'

// The SQL repeats the table of `domain/enrollment-fields.ts`. Each test is named for the place that has to follow it.

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8').replace(/\s+/g, ' ')

const sql = {
  enrollments: read('20260101000000_enrollments.sql'),
  queue: read('20260102000001_queue_delivery.sql'),
  lease: read('20260102000002_lease_delivery.sql'),
  upkeep: read('20260103000000_upkeep.sql'),
}

/** The columns between two pieces of a migration. */
function columnsIn(text: string, from: string, to: string): string[] {
  const begin = text.indexOf(from)
  const end = text.indexOf(to, begin + from.length)
  if (begin < 0 || end < 0) throw new Error(`The migration has no ${from} … ${to}`)
  return [...text.slice(begin + from.length, end).matchAll(/[a-z_]+/g)].map(([name]) => name)
}

const isColumn = (name: string) => clientColumns.some((column) => column === name)
const missingFrom = (found: string[], columns: readonly string[]) => columns.filter((column) => !found.includes(column))
const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

describe('every column of a client is', () => {
  const places: [string, string[]][] = [
    ['granted to clients who insert', columnsIn(sql.enrollments, 'insert (', ')')],
    ['granted to clients who update', columnsIn(sql.enrollments, 'update (', ')')],
    ['compared by the trigger queue_changed_delivery: old', columnsIn(sql.queue, 'and ( old.', ') is distinct from')],
    ['compared by the trigger queue_changed_delivery: new', columnsIn(sql.queue, 'is distinct from (', ') )')],
    ['sent by lease_delivery', columnsIn(sql.lease, 'into client from ( select', 'from public.enrollments')],
  ]
  test.each(places)('%s', (_, found) => {
    expect(missingFrom(found, clientColumns)).toEqual([])
  })

  test.each(clientColumns)('in the table: %s', (column) => {
    expect(sql.enrollments).toMatch(new RegExp(` ${column} (text|date),`))
  })
})

describe('what is sensitive, and nothing else, is', () => {
  const places: [string, string[]][] = [
    ['absent from a purged row', columnsIn(sql.enrollments, 'personal_details_purged_at is null or num_nonnulls(', ')')],
    ['what takes the mark from a purged row', columnsIn(sql.enrollments, 'not null and num_nonnulls(new.', ')')],
    ['purged', columnsIn(sql.upkeep, 'update public.enrollments set', ', personal_details_purged_at')],
  ]
  test.each(places)('%s', (_, found) => {
    expect(found.filter(isColumn).toSorted()).toEqual(sensitiveColumns.toSorted())
  })
})

test('lease_delivery misses what is sensitive and required', () => {
  const required = sensitiveColumns.filter((column) => requiredColumns.some((each) => each === column))
  expect(columnsIn(sql.lease, 'num_nulls(', ') > 0').filter(isColumn).toSorted()).toEqual(required.toSorted())
})

describe('a required value', () => {
  test.each(requiredColumns)('%s may be missing until onboarding is completed', (column) => {
    const unless = sensitiveColumns.some((each) => each === column) ? ' or personal_details_purged_at is not null' : ''
    const check = `check (${column} is not null or not onboarding_completed${unless})`
    expect(sql.enrollments).toContain(`constraint ${column}_is_required ${check}`)
  })

  test.each(optionalColumns)('%s is none', (column) => {
    expect(sql.enrollments).not.toContain(`${column}_is_required`)
  })
})

/** The constraint that a field's kind needs. */
function constraintOf({ column, kind, min, max }: (typeof enrollmentFields)[keyof typeof enrollmentFields]): string {
  if (column === 'customer_name') return `_name_has_first_and_last_name_of_at_most_${max}_characters`
  if (kind === 'text') return `${column}_is_plain_text_of_${min}_to_${max}_characters check (private.is_plain_text(${column}, ${min}, ${max}))`
  if (kind === 'email') return `${column}_is_an_address_of_at_most_${max}_characters`
  if (kind === 'digits') return `${column}_is_${max}_digits check (${column} ~ '^[0-9]{${max}}$')`
  if (kind === 'date') return `${column}_is_in_1900_or_later check (${column} >= '${earliestDateOfBirth}')`
  return column === 'state' ? 'state_is_one_of_the_50_states' : `check (${column} in (${quoted(contactMethods)}))`
}

function lengthsOf(values: readonly string[]): { min: number; max: number } {
  const lengths = values.map(({ length }) => length)
  return { min: Math.min(...lengths), max: Math.max(...lengths) }
}

describe('the limits of', () => {
  test.each(enrollmentFieldNames)('%s', (field) => {
    expect(sql.enrollments).toContain(constraintOf(enrollmentFields[field]))
  })

  test('functions that the constraints call', () => {
    const { firstName, lastName, email } = enrollmentFields
    expect([firstName.max, lastName.max]).toEqual([100, 100])
    expect(sql.enrollments).toContain('for first_length in 1..100 loop')
    expect(sql.enrollments).toContain(`return char_length(value) <= ${email.max} and value ~`)
    expect(sql.enrollments).toContain(`return value in ( ${quoted(states)} );`)
  })

  test('a choice in the form', () => {
    expect(enrollmentFields.state).toMatchObject(lengthsOf(states))
    expect(enrollmentFields.preferredContactMethod).toMatchObject(lengthsOf(contactMethods))
  })
})
