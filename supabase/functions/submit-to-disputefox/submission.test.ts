import { expect, test } from 'vitest'
import { sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'
import { readSubmission } from './submission.ts'

const url = 'http://gateway.test/functions/v1/submit-to-disputefox'
const { clientData } = sampleSubmission

const read = (body: string, contentType = 'application/json') =>
  readSubmission(new Request(url, { method: 'POST', body, headers: { 'content-type': contentType } }))

const readJson = (body: unknown) => read(JSON.stringify(body))
const wrongType = (field: string) => `${field} is missing, unknown or of the wrong type`
const withClient = (changes: object) => ({ ...sampleSubmission, clientData: { ...clientData, ...changes } })

test('takes what the site sends', async () => {
  expect(await readJson(sampleSubmission)).toEqual({ submission: sampleSubmission })
  expect(await readJson(withClient({ middleName: '', notes: '' }))).toHaveProperty('submission')
})

test.each<[string, unknown, string]>([
  ['no object', 'text', wrongType('The body')],
  ['null', null, wrongType('The body')],
  ['an id that is no UUID', { ...sampleSubmission, enrollmentId: '1; drop' }, 'enrollmentId: must be a UUID'],
  ['a key too many', { ...sampleSubmission, admin: true }, wrongType('admin')],
  ['a field too many', withClient({ ssn: '123' }), wrongType('clientData.ssn')],
  ['a missing field', withClient({ notes: undefined }), wrongType('clientData.notes')],
  ['a number for a text', withClient({ ssnLastFour: 4821 }), wrongType('clientData.ssnLastFour')],
  ['letters in the SSN', withClient({ ssnLastFour: '48x1' }), 'clientData.ssnLastFour: Must be numbers only'],
  ['a date that is none', withClient({ dateOfBirth: '05/06/84' }), 'clientData.dateOfBirth: Date of birth is required'],
  [
    'a long name',
    withClient({ firstName: 'x'.repeat(101) }),
    'clientData.firstName: First name must be at most 100 characters',
  ],
  ['long notes', withClient({ notes: 'x'.repeat(1001) }), 'clientData.notes: Notes must be at most 1000 characters'],
  [
    'an unknown state',
    withClient({ address: { ...clientData.address, state: 'ZZ' } }),
    wrongType('clientData.address.state'),
  ],
  ['a blank plan', withClient({ planName: ' ' }), 'clientData.planName: must not be empty'],
])('refuses %s and names the field', async (_, body, message) => {
  expect(await readJson(body)).toEqual({ refusal: { httpStatus: 400, message } })
})

test('refuses what is not JSON', async () => {
  expect(await read('{"enrollmentId":')).toEqual({ refusal: { httpStatus: 400, message: 'The body is not JSON' } })
  expect(await read('')).toEqual({ refusal: { httpStatus: 400, message: 'The body is not JSON' } })
})

test('refuses another content type', async () => {
  const refusal = { httpStatus: 415, message: 'The content type must be application/json' }
  expect(await read(JSON.stringify(sampleSubmission), 'text/plain')).toEqual({ refusal })
  expect(await read(JSON.stringify(sampleSubmission), 'application/json; charset=utf-8')).toHaveProperty('submission')
})

test('refuses a body over 256 kB', async () => {
  const refusal = { httpStatus: 413, message: 'The body must be at most 262144 bytes' }
  expect(await readJson({ ...sampleSubmission, padding: 'x'.repeat(256 * 1024) })).toEqual({ refusal })
})
