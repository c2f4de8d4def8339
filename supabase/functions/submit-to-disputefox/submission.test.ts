import { describe, expect, test } from 'vitest'
import { toClientData } from '../../../domain/enrollment.ts'
import { enrollmentFieldNames, enrollmentFields } from '../../../domain/enrollment-fields.ts'
import { controlCharacters, nameOf, onboardingBoundaries } from '../../../tests/helpers/onboarding-boundaries.ts'
import { sampleSubmission, sampleValues } from '../../../tests/helpers/sample-enrollment.ts'
import { readSubmission } from './submission.ts'

const url = 'http://gateway.test/functions/v1/submit-to-disputefox'
const { clientData } = sampleSubmission
const now = new Date('2026-03-01T12:00:00Z')

const read = (body: string, contentType = 'application/json') =>
  readSubmission(new Request(url, { method: 'POST', body, headers: { 'content-type': contentType } }), now)

const readJson = (body: unknown) => read(JSON.stringify(body))
const wrongType = (field: string) => `${field} is missing, unknown or of the wrong type`
const refusal = (message: string) => ({ fault: { httpStatus: 400, message } })
const withClient = (changes: object) => ({ ...sampleSubmission, clientData: { ...clientData, ...changes } })
const withAddress = (changes: object) => withClient({ address: { ...clientData.address, ...changes } })

test('takes what the site sends', async () => {
  expect(await readJson(sampleSubmission)).toEqual({ ok: sampleSubmission })
  expect(await readJson(withClient({ middleName: '', notes: '' }))).toHaveProperty('ok')
})

test.each<[string, unknown, string]>([
  ['no object', 'text', wrongType('The body')],
  ['null', null, wrongType('The body')],
  ['a list', [sampleSubmission], wrongType('enrollmentId')],
  ['an id that is no UUID', { ...sampleSubmission, enrollmentId: '1; drop' }, 'enrollmentId: must be a UUID'],
  ['a missing id', { clientData }, wrongType('enrollmentId')],
  ['missing client data', { enrollmentId: sampleSubmission.enrollmentId }, wrongType('clientData')],
  ['a key too many', { ...sampleSubmission, admin: true }, wrongType('admin')],
  ['a field too many', withClient({ ssn: '123' }), wrongType('clientData.ssn')],
  ['a line of the address too many', withAddress({ line2: '' }), wrongType('clientData.address.line2')],
  ['a blank plan', withClient({ planName: ' ' }), 'clientData.planName: must not be empty'],
  [
    'a plan of 101 characters',
    withClient({ planName: 'p'.repeat(101) }),
    'clientData.planName: must be at most 100 characters',
  ],
  ['an address in one line', withClient({ address: '7 Orchard Street' }), wrongType('clientData.address')],
])('refuses %s and names it', async (_, body, message) => {
  expect(await readJson(body)).toEqual(refusal(message))
})

test('takes a plan of 100 characters', async () => {
  expect(await readJson(withClient({ planName: 'p'.repeat(100) }))).toHaveProperty('ok')
})

// No value of the wrong type is one of these.
const wrongValues = [undefined, null, 4821, true, [], {}]

describe('refuses a field that is missing or of the wrong type, and names it', () => {
  test.each(Object.keys(clientData))('clientData.%s', async (field) => {
    for (const value of wrongValues) {
      // An object without its keys lacks the first of them.
      const place = field === 'address' && value instanceof Object ? 'address.street' : field
      const message = wrongType(`clientData.${place}`)
      expect([value, await readJson(withClient({ [field]: value }))]).toEqual([value, refusal(message)])
    }
  })

  test.each(Object.keys(clientData.address))('clientData.address.%s', async (field) => {
    for (const value of wrongValues) {
      const message = wrongType(`clientData.address.${field}`)
      expect([value, await readJson(withAddress({ [field]: value }))]).toEqual([value, refusal(message)])
    }
  })
})

/** What the payload is refused with; undefined where it is taken. */
async function refusalOf(payload: unknown): Promise<string | undefined> {
  const answer = await readJson(payload)
  return 'fault' in answer ? answer.fault.message : undefined
}

describe('has the limits of the form', () => {
  test.each(onboardingBoundaries.map((boundary) => ({ name: nameOf(boundary), ...boundary })))(
    '$name: $problem',
    async ({ field, entry, problem }) => {
      const { payload: key, kind } = enrollmentFields[field]
      const place = `clientData.${key}`
      // A value that is not in the list is reported as a wrong type.
      const message = kind === 'choice' ? wrongType(place) : `${place}: ${problem}`
      const payload = { ...sampleSubmission, clientData: toClientData({ ...sampleValues, [field]: entry }, 'Audit') }
      expect(await refusalOf(payload)).toBe(problem && message)
    },
  )
})

test('takes no control character in any text but tabs and line breaks in notes, and trims nothing', async () => {
  const texts = enrollmentFieldNames.filter((field) => ['text', 'lines'].includes(enrollmentFields[field].kind))
  for (const field of texts) {
    for (const odd of [...controlCharacters, ' ']) {
      for (const value of [`${odd}12345678`, `1234${odd}5678`, `12345678${odd}`]) {
        const long = field === 'phone' ? `${value}90` : value
        const values = { ...sampleValues, ...(field === 'planName' ? {} : { [field]: long }) }
        const payload = toClientData(values, field === 'planName' ? long : 'Audit')
        const isInside = !long.startsWith(odd) && !long.endsWith(odd)
        const isTaken = isInside && (odd === ' ' || (field === 'notes' && /[\t\n\r\u2028\u2029]/.test(odd)))
        const message = `clientData.${enrollmentFields[field].payload} must be trimmed, without control characters`
        expect([long, await refusalOf({ ...sampleSubmission, clientData: payload })]).toEqual([long, isTaken ? undefined : message])
      }
    }
  }
})

test.each([
  // It is March 2 already at UTC+14.
  ['2026-03-01', undefined],
  ['2026-03-02', 'clientData.dateOfBirth: Date of birth must be in the past'],
])('at noon of March 1, 2026 UTC a date of birth of %s: %s', async (dateOfBirth, message) => {
  expect(await refusalOf(withClient({ dateOfBirth }))).toBe(message)
})

test('refuses what is not JSON', async () => {
  expect(await read('{"enrollmentId":')).toEqual({ fault: { httpStatus: 400, message: 'The body is not JSON' } })
  expect(await read('')).toEqual({ fault: { httpStatus: 400, message: 'The body is not JSON' } })
})

test('refuses another content type', async () => {
  expect(await read(JSON.stringify(sampleSubmission), 'text/plain')).toEqual({
    fault: { httpStatus: 415, message: 'The content type must be application/json' },
  })
  expect(await read(JSON.stringify(sampleSubmission), 'application/json; charset=utf-8')).toHaveProperty('ok')
})

test('refuses a body over 256 kB', async () => {
  expect(await readJson({ ...sampleSubmission, padding: 'x'.repeat(256 * 1024) })).toEqual({
    fault: { httpStatus: 413, message: 'The body must be at most 262144 bytes' },
  })
})
