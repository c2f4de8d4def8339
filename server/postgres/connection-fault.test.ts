import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { explainConnectError, isConnectionFault } from './connection-fault.ts'

const system = (code: string) => Object.assign(new Error('secret'), { code })

function refused(sqlstate: string): DatabaseError {
  const error = new DatabaseError('secret', 6, 'error')
  error.code = sqlstate
  return error
}

test.each([
  system('ECONNREFUSED'),
  system('ECONNRESET'),
  system('EAI_AGAIN'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  refused('08006'),
  refused('28P01'),
  refused('53300'),
  refused('57P01'),
  refused('57P03'),
])('the database is away: %o', (error) => {
  expect(isConnectionFault(error)).toBe(true)
})

test.each([
  system('EINVAL'),
  system('EMFILE'),
  system('ERR_INVALID_ARG_TYPE'),
  new Error('Connection terminated by a story that somebody typed'),
  new Error('secret'),
  refused('23505'),
  refused('57014'),
  'ECONNREFUSED',
  undefined,
])('the database is there: %o', (error) => {
  expect(isConnectionFault(error)).toBe(false)
})

test.each(['must be a string', 'must be a non-empty string'])('a password that sudo has left behind is missed in a sentence: %s', (words) => {
  const error = new Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: client password ${words}`)
  expect(explainConnectError(error, 'postgres://owner@db.example.org:5432/clients')).toMatchObject({
    name: 'StartupFault', message: 'PostgreSQL at db.example.org:5432 asks for a password, and there is none: it is missing in the address and in PGPASSWORD.',
  })
})
