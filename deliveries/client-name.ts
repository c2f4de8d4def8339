import { customerName } from '../domain/enrollment.ts'
import { type EnrollmentField, enrollmentFields } from '../domain/enrollment-fields.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'

export interface ClientName {
  firstName: string
  lastName: string
}

type NameColumns = Pick<StoredEnrollment, 'customer_name' | 'middle_name'>

/**
 * First and last name, from a table that stores only the whole name and the middle name. The split is where the client
 * said, if that still fits; the text is always the table's.
 */
export function clientName(stored: NameColumns, knownLength: number | null): ClientName {
  return splitAt(stored, knownLength ?? 0) ?? guessSplit(stored)
}

/** A field's stored value, with the name split; an empty optional field is ''. */
export function fieldValue(field: EnrollmentField, stored: StoredEnrollment, name: ClientName): string {
  if (field === 'firstName' || field === 'lastName') return name[field]
  return stored[enrollmentFields[field].column] ?? ''
}

/** Where the typed first name ends in the stored name; undefined if the typed names do not make up the stored one. */
export function firstNameLength(stored: NameColumns, { firstName, lastName }: ClientName): number | undefined {
  const middleName = stored.middle_name ?? ''
  return customerName({ firstName, middleName, lastName }) === stored.customer_name ? firstName.length : undefined
}

/** Splits after `at` characters; undefined unless the middle name and a last name follow. */
function splitAt({ customer_name: name, middle_name: middleName }: NameColumns, at: number): ClientName | undefined {
  const separator = middleName ? ` ${middleName} ` : ' '
  const lastName = name.slice(at + separator.length)
  if (at < 1 || !lastName || !name.startsWith(separator, at)) return undefined
  return { firstName: name.slice(0, at), lastName }
}

/** Splits around the middle name if the name contains it; otherwise the last word is the last name. */
function guessSplit(stored: NameColumns): ClientName {
  const { customer_name: name, middle_name: middleName } = stored
  const around = splitAt(stored, middleName ? name.indexOf(` ${middleName} `) : -1)
  if (around) return around
  const at = name.lastIndexOf(' ')
  return at < 0 ? { firstName: name, lastName: '' } : { firstName: name.slice(0, at), lastName: name.slice(at + 1) }
}
