import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { contactMethods, earliestDateOfBirth, states } from '../../domain/enrollment.ts'
import { clientColumns, isOrdinaryColumn, optionalColumns, requiredColumns, sensitiveColumns } from '../../domain/enrollment-columns.ts'
import { enrollmentFieldNames, enrollmentFields } from '../../domain/enrollment-fields.ts'

// The SQL repeats the table of `domain/enrollment-fields.ts`. Each test is named for the place that has to follow it.

/** All migrations in order, each without comments. What is released never changes, so a later one adds and replaces. */
const sql = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8').replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' '))
  .join(' ')

const table = [...sql.matchAll(/(?:create|alter) table public\.enrollments [^;]*;/g)].join(' ')
const grants = [...sql.matchAll(/grant [^;]* on table public\.enrollments to authenticated;/g)].join(' ')
const granted = (verb: string) => [...grants.matchAll(new RegExp(` ${verb} \\(([^)]*)\\)`, 'g'))].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])

/** What follows the newest definition of a function or trigger. */
function newest(name: string): string {
  const found = [...sql.matchAll(new RegExp(`create (?:or replace )?(?:function|trigger) ${name}\\b`, 'g'))].at(-1)
  if (!found) throw new Error(`No migration has ${name}`)
  return sql.slice(found.index)
}

const queue = newest('queue_changed_delivery')
const lease = newest('public.lease_delivery')
const encrypts = newest('private.encrypt_personal_details')

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
    ['granted to clients who insert', granted('insert')],
    ['granted to clients who update', granted('update')],
  ]
  test.each(places)('%s', (_, found) => {
    expect(missingFrom(found, clientColumns)).toEqual([])
  })

  test.each(clientColumns)('in the table: %s', (column) => {
    expect(table).toMatch(new RegExp(` ${column} (text|date)\\b`))
  })
})

describe('every column that is not sensitive is', () => {
  const places: [string, string[]][] = [
    ['compared by the trigger queue_changed_delivery: old', columnsIn(queue, 'and ( old.', ') is distinct from')],
    ['compared by the trigger queue_changed_delivery: new', columnsIn(queue, 'is distinct from (', ') )')],
    ['sent by lease_delivery', columnsIn(lease, 'into client from ( select', 'from public.enrollments')],
  ]
  test.each(places)('%s', (_, found) => {
    expect(missingFrom(found, clientColumns.filter(isOrdinaryColumn))).toEqual([])
  })
})

describe('what is sensitive, and nothing else, is', () => {
  const places: [string, string[]][] = [
    ['never stored', columnsIn(table, 'personal_details_are_encrypted check (num_nonnulls(', ')')],
    ['what the trigger fires for', columnsIn(newest('encrypt_personal_details'), 'before insert or update of', 'on public.enrollments')],
    ['encrypted', columnsIn(encrypts, `json_build_object( 'enrollment', new.id, '`, ')::text')],
    ['blanked', columnsIn(encrypts, 'new.personal_details_purged_at := null;', 'return new')],
  ]
  test.each(places)('%s', (_, found) => {
    expect([...new Set(found.filter(isColumn))].toSorted()).toEqual(sensitiveColumns.toSorted())
  })
})

describe('a required value', () => {
  test.each(requiredColumns)('%s may be missing until onboarding is completed', (column) => {
    const rule = isOrdinaryColumn(column)
      ? `constraint ${column}_is_required check (${column} is not null or not onboarding_completed)`
      : `when new.${column} is null then '${column}_is_required'`
    expect(isOrdinaryColumn(column) ? table : encrypts).toContain(rule)
  })

  test.each(optionalColumns)('%s is none', (column) => {
    expect(sql).not.toContain(`${column}_is_required`)
  })
})

/** The constraint, or the trigger's rule, that a field's kind needs. */
function constraintOf({ column, kind, min, max }: (typeof enrollmentFields)[keyof typeof enrollmentFields]): string {
  if (column === 'customer_name') return `_name_has_first_and_last_name_of_at_most_${max}_characters`
  if (kind === 'text') return `${column}_is_plain_text_of_${min}_to_${max}_characters check (private.is_plain_text(${column}, ${min}, ${max}))`
  if (kind === 'lines') return `${column}_is_plain_text_of_${min}_to_${max}_characters check (private.is_plain_lines(${column}, ${min}, ${max}))`
  if (kind === 'email') return `${column}_is_an_address_of_at_most_${max}_characters`
  if (kind === 'digits') return `when new.${column} !~ '^[0-9]{${max}}$' then '${column}_is_${max}_digits'`
  if (kind === 'date') return `when new.${column} < '${earliestDateOfBirth}' then '${column}_is_in_1900_or_later'`
  return column === 'state' ? 'state_is_one_of_the_50_states' : `check (${column} in (${quoted(contactMethods)}))`
}

function lengthsOf(values: readonly string[]): { min: number; max: number } {
  const lengths = values.map(({ length }) => length)
  return { min: Math.min(...lengths), max: Math.max(...lengths) }
}

describe('the limits of', () => {
  test.each(enrollmentFieldNames)('%s', (field) => {
    expect(sql).toContain(constraintOf(enrollmentFields[field]))
  })

  test('functions that the constraints call', () => {
    const { firstName, lastName, email } = enrollmentFields
    expect([firstName.max, lastName.max]).toEqual([100, 100])
    expect(sql).toContain('for first_length in 1..100 loop')
    expect(sql).toContain(`return char_length(value) <= ${email.max} and value ~`)
    expect(sql).toContain(`return value in ( ${quoted(states)} );`)
  })

  test('a choice in the form', () => {
    expect(enrollmentFields.state).toMatchObject(lengthsOf(states))
    expect(enrollmentFields.preferredContactMethod).toMatchObject(lengthsOf(contactMethods))
  })
})
