import { expect, test } from 'vitest'
import { clientName } from './client-name.ts'

const stored = (customer_name: string, middle_name: string | null) => ({ customer_name, middle_name })

test('takes the typed split where it makes up the stored name', () => {
  const typed = { firstName: 'Mary Jo', lastName: 'van der Berg' }
  expect(clientName(stored('Mary Jo Ann van der Berg', 'Ann'), typed)).toEqual(typed)
  expect(clientName(stored('Mary Jo van der Berg', null), typed)).toEqual(typed)
})

test('never delivers typed words that the stored name does not have', () => {
  const typed = { firstName: 'Mallory', lastName: 'Smith' }
  expect(clientName(stored('Ada King Lovelace', 'King'), typed)).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
})

test('splits the stored name around its middle name', () => {
  const typed = { firstName: '', lastName: '' }
  expect(clientName(stored('Mary Jo Ann Smith Jones', 'Ann'), typed)).toEqual({
    firstName: 'Mary Jo',
    lastName: 'Smith Jones',
  })
  expect(clientName(stored('Ann Ann Ann', 'Ann'), typed)).toEqual({ firstName: 'Ann', lastName: 'Ann' })
})

test('splits a name without a known middle name after its first word', () => {
  const typed = { firstName: 'x', lastName: 'y' }
  expect(clientName(stored('Ada King Lovelace', null), typed)).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' })
  expect(clientName(stored('Ada King Lovelace', 'Zoe'), typed)).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' })
  expect(clientName(stored('Ada', null), typed)).toEqual({ firstName: 'Ada', lastName: '' })
})
