import { expect, test } from 'vitest'
import { clientName, firstNameLength } from './client-name.ts'

const stored = (customer_name: string, middle_name: string | null) => ({ customer_name, middle_name })

test.each([
  ['Mary Jo Ann van der Berg', 'Ann', 'Mary Jo', 'van der Berg'],
  ['Mary Jo van der Berg', null, 'Mary Jo', 'van der Berg'],
  ['Ann Ann Ann', 'Ann', 'Ann', 'Ann'],
])('%s is split where the client typed it', (name, middleName, firstName, lastName) => {
  const row = stored(name, middleName)
  const length = firstNameLength(row, { firstName, lastName })
  expect(length).toBe(firstName.length)
  expect(clientName(row, length ?? null)).toEqual({ firstName, lastName })
})

test('typed words that the stored name does not have tell nothing', () => {
  const row = stored('Ada King Lovelace', 'King')
  expect(firstNameLength(row, { firstName: 'Mallory', lastName: 'Smith' })).toBeUndefined()
  expect(firstNameLength(row, { firstName: 'Ada', lastName: 'King Lovelace' })).toBeUndefined()
})

test.each([0, -1, 2, 4, 8, 17, 18, 300, null])('a length of %j does not fit, and the middle name tells', (length) => {
  expect(clientName(stored('Ada King Lovelace', 'King'), length)).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
})

test('without a middle name that helps, the last word is the last name', () => {
  expect(clientName(stored('Ada King Lovelace', null), null)).toEqual({ firstName: 'Ada King', lastName: 'Lovelace' })
  expect(clientName(stored('Ada King Lovelace', 'Zoe'), null)).toEqual({ firstName: 'Ada King', lastName: 'Lovelace' })
  expect(clientName(stored('Ada', null), null)).toEqual({ firstName: 'Ada', lastName: '' })
})
