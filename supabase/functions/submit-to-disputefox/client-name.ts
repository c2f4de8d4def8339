import { customerName } from '../../../domain/enrollment.ts'
import type { StoredEnrollment } from './stored-enrollment.ts'

export interface ClientName {
  firstName: string
  lastName: string
}

/**
 * First and last name for a table that keeps only the whole name and the middle name. The split that the client typed
 * is taken where it makes up the stored name; the words themselves always are those of the table.
 */
export function clientName(
  stored: Pick<StoredEnrollment, 'customer_name' | 'middle_name'>,
  typed: ClientName,
): ClientName {
  const middleName = stored.middle_name ?? ''
  const { firstName, lastName } = typed
  if (customerName({ firstName, middleName, lastName }) === stored.customer_name) return { firstName, lastName }
  return splitName(stored.customer_name, middleName)
}

/** Around the middle name where it stands inside; otherwise the first word and the rest, which may be empty. */
function splitName(name: string, middleName: string): ClientName {
  const separator = middleName && name.includes(` ${middleName} `) ? ` ${middleName} ` : ' '
  const at = name.indexOf(separator)
  if (at < 0) return { firstName: name, lastName: '' }
  return { firstName: name.slice(0, at).trim(), lastName: name.slice(at + separator.length).trim() }
}
