import { expect, test } from 'vitest'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { explainStartError, StartupFault } from './startup-fault.ts'

const withCode = (code: string, message = 'internal text') => Object.assign(new Error(message), { code })

test('a full disk is one sentence, whether the system or initdb reports it', () => {
  const sentence = 'The disk is full, so the data folder /data cannot be used. Free some space or set DATA_DIR to a folder on another disk.'
  expect(explainStartError(withCode('ENOSPC'), 'the data folder /data')).toBe(sentence)
  const initdb = new Error('initdb: error: could not write to file "/data/x": No space left on device')
  expect(explainStartError(initdb, 'the data folder /data')).toBe(sentence)
})

test('a missing permission is one sentence', () => {
  for (const code of ['EACCES', 'EPERM', 'EROFS']) {
    expect(explainStartError(withCode(code), 'the data folder /data')).toMatch(/^No permission to use the data folder \/data\./)
  }
})

test('an error that nothing better can be said of keeps its own words', () => {
  expect(explainStartError(new Error('odd'), 'the data folder /data')).toBeUndefined()
})

test.each([
  ['ECONNREFUSED', 'PostgreSQL at db.example.org:5433 cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.'],
  ['ENOTFOUND', 'PostgreSQL at db.example.org:5433 cannot be reached (ENOTFOUND). Start it, or correct DATABASE_URL.'],
  ['28P01', 'PostgreSQL at db.example.org:5433 refuses the user "site". Correct DATABASE_URL.'],
  ['3D000', 'PostgreSQL at db.example.org:5433 has no database "clients". Create it, or correct DATABASE_URL.'],
])('a database that cannot be used is named without its password (%s)', (code, sentence) => {
  const fault = explainConnectError(withCode(code, 'hunter2'), 'postgres://site:hunter2@db.example.org:5433/clients')
  expect(fault).toEqual(new StartupFault(sentence))
})

test('a database that never answers has no code to show', () => {
  const fault = explainConnectError(new Error('timeout expired'), 'postgres://site:hunter2@db.example.org/clients')
  expect(fault).toEqual(
    new StartupFault('PostgreSQL at db.example.org cannot be reached. Start it, or correct DATABASE_URL.'),
  )
})

test('an error of another kind stays what it is', () => {
  const odd = withCode('42601')
  expect(explainConnectError(odd, 'postgres://site:hunter2@db.example.org/clients')).toBe(odd)
})
