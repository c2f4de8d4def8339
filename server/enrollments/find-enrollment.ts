import type { PoolClient } from 'pg'
import { CommandFault } from './command.ts'

/** The id of the one enrollment whose id begins so: all of it, or its first 8 digits or more. */
export async function findEnrollmentId(client: PoolClient, positionals: string[]): Promise<string> {
  const [given, ...more] = positionals
  if (!given || more.length) throw new CommandFault('Name one enrollment by its id, or by the first 8 digits of it.')
  const digits = given.replaceAll('-', '').toLowerCase()
  if (!/^[0-9a-f]{8,32}$/.test(digits)) throw new CommandFault('That is no id: it has 8 to 32 hexadecimal digits.')
  const { rows } = await client.query<{ id: string }>(
    'select id from public.enrollments where id between $1::uuid and $2::uuid limit 2',
    [digits.padEnd(32, '0'), digits.padEnd(32, 'f')],
  )
  if (rows.length > 1) throw new CommandFault('Several ids begin so: give more digits.')
  const found = rows[0]?.id
  if (!found) throw new CommandFault('There is no such enrollment.')
  return found
}
