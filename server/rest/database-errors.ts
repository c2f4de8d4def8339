import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from 'pg'
import { isConnectionFault, isOutOfRoom } from '../postgres/connection-fault.ts'
import { CallerRefused, type Claims } from '../postgres/database.ts'
import { raisedRefusal } from './raised-refusal.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * The refusal for a database error (PostgREST/postgrest src/PostgREST/Error.hs). PostgreSQL's details and hints hold the
 * failing row, so its texts are not passed on, except messages that name only tables, columns and constraints.
 */
export function refusalFor(error: unknown, role: Claims['role']): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof CallerRefused) return refusals.callerRefused(error.fault)
  if (isOutOfRoom(error)) return refusals.noRoom()
  if (isConnectionFault(error)) return refusals.unreachableDatabase()
  if (!(error instanceof DatabaseError) || error.code === undefined) return refusals.unexpected()
  const raised = raisedRefusal(error)
  if (raised) return raised
  const { code } = error
  const rule = rules.find(({ sqlstate }) => code.startsWith(sqlstate))
  if (!rule) return refusals.unexpected()
  const message = typeof rule.message === 'string' ? rule.message : rule.message(error)
  // 401 for anonymous callers, who may retry with a token; 403 for others.
  if (rule.status === 403 && role === 'anon') {
    return new Refusal(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  return new Refusal(rule.status, code, message)
}

interface Rule {
  /** A SQLSTATE or its first characters. The first matching rule wins. */
  sqlstate: string
  status: ContentfulStatusCode
  message: string | ((error: DatabaseError) => string)
}

/** PostgREST's statuses. Messages are PostgreSQL's if they quote nothing that was sent or stored. */
const rules: Rule[] = [
  { sqlstate: '22P02', status: 400, message: (error) => typeOf(error) ?? 'invalid input syntax' },
  { sqlstate: '22007', status: 400, message: (error) => typeOf(error) ?? 'invalid input syntax for type date' },
  { sqlstate: '22008', status: 400, message: 'date/time field value out of range' },
  { sqlstate: '22003', status: 400, message: 'numeric field overflow' },
  { sqlstate: '22001', status: 400, message: 'value too long for its column' },
  { sqlstate: '22P05', status: 400, message: 'unsupported Unicode escape sequence' },
  { sqlstate: '22021', status: 400, message: 'invalid byte sequence for encoding "UTF8"' },
  { sqlstate: '22', status: 400, message: 'a value does not fit its column' },
  {
    sqlstate: '23502',
    status: 400,
    message: ({ column, table }) =>
      `null value in column "${column}" of relation "${table}" violates not-null constraint`,
  },
  {
    sqlstate: '23503',
    status: 409,
    message: ({ constraint, table }) =>
      `insert or update on table "${table}" violates foreign key constraint "${constraint}"`,
  },
  {
    sqlstate: '23505',
    status: 409,
    message: ({ constraint }) => `duplicate key value violates unique constraint "${constraint}"`,
  },
  // The name of the constraint is the message that the visitor reads.
  {
    sqlstate: '23514',
    status: 400,
    message: ({ constraint }) => `Please check the form: ${constraint?.replaceAll('_', ' ')}`,
  },
  { sqlstate: '23', status: 400, message: 'a value breaks a rule of the table' },
  { sqlstate: '21000', status: 400, message: 'ON CONFLICT DO UPDATE command cannot affect row a second time' },
  { sqlstate: '428C9', status: 400, message: 'a generated column cannot be written' },
  { sqlstate: '42501', status: 403, message: (error) => privilegeOf(error) ?? 'permission denied' },
  { sqlstate: '42883', status: 404, message: 'there is no such operator or function for these types' },
  {
    sqlstate: '42P10',
    status: 400,
    message: 'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  },
  { sqlstate: '42804', status: 400, message: 'a condition does not fit the type of its column' },
  // Our statements are small, so only the request can be too deep or too long.
  { sqlstate: '54', status: 400, message: 'the request is too complex' },
  { sqlstate: '57014', status: 500, message: 'canceling statement due to statement timeout' },
  { sqlstate: '40', status: 500, message: 'the transaction met another one, try again' },
]

/** `invalid input syntax for type uuid: "what was sent"` without what was sent. */
const typeOf = ({ message }: DatabaseError) => /^invalid input syntax for type [a-z ]+/.exec(message)?.[0]

const privilegeOf = ({ message }: DatabaseError) =>
  [
    /^permission denied for [a-z ]+ \w+$/,
    /^new row violates row-level security policy .*for table "\w+"$/,
    // A code of ours, which a function raises for its caller.
    /^[a-z_]+$/,
  ].find((form) => form.test(message)) && message
