import { expect, test } from 'vitest'
import { sampleEnrollment } from '../tests/helpers/sample-enrollment.ts'
import { deliverySettings } from './settings.ts'
import type { Attempt } from './transport.ts'
import { buildRequest, classify } from './webform.ts'
import type { WebformSettings } from './webform-settings.ts'

const redirectUrl = 'https://www.example.org/accepted'
const name = { firstName: 'Mary Jo', lastName: 'van der Berg' }

function webformSettings(variables: Parameters<typeof deliverySettings>[0] = {}): WebformSettings {
  const ids = { DISPUTEFOX_TAB_INFO_ID: 'form==', DISPUTEFOX_COMPANY_ID: 'account==' }
  const read = deliverySettings({ ...ids, ...variables }, redirectUrl)
  if ('fault' in read || read.ok.mode !== 'webform') throw new Error('the settings of this test are wrong')
  return read.ok
}

const fieldsOf = (settings: WebformSettings, enrollment = sampleEnrollment) =>
  new URLSearchParams(buildRequest(enrollment, name, settings).body)

test('posts every field under the name that the form gives it', () => {
  const { url, headers } = buildRequest(sampleEnrollment, name, webformSettings())
  expect(url).toBe('https://pulse.disputeprocess.com/CustumFieldController?method=addWebFormData')
  expect(headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' })
  expect(Object.fromEntries(fieldsOf(webformSettings()))).toEqual({
    firstName: 'Mary Jo',
    lastName: 'van der Berg',
    email1: 'mary@example.org',
    mobilePhone1: '(555) 555-0123',
    dateOfBirth: '1984-05-06',
    socialSecurityNumber1: '4821',
    currentAddress: '7 Orchard Street',
    city: 'Springfield',
    state: 'OH',
    zipCode1: '45501',
    textArea1: [
      `Enrollment ${sampleEnrollment.id}`,
      'Middle name: Ann',
      'Plan: Standard Repair',
      'Preferred contact: text',
      'Notes: Call after six',
    ].join('\n'),
    tab_info_id: 'form==',
    company_id: 'account==',
    redirect_url: redirectUrl,
    cust_type: '2',
    add_affiliate_flag: '0',
    assignedto_id: '-1',
    sales_representative_id: '-1',
    workflow_statusid: '-1',
    folder_statusid: '-1',
    customer_statusid: '-1',
    portalAccess: '1',
    customerAgreementIDs: '-1',
  })
})

test('leaves empty optional values out of the free text', () => {
  const enrollment = { ...sampleEnrollment, middle_name: null, notes: null }
  const body = fieldsOf(webformSettings(), enrollment)
  expect(body.get('textArea1')).toBe(
    `Enrollment ${sampleEnrollment.id}\nPlan: Standard Repair\nPreferred contact: text`,
  )
})

test('no line that a client typed passes for one of the labels', () => {
  const enrollment = { ...sampleEnrollment, notes: 'Thanks.\nPlan: another\r\nEnrollment 0\u2028Notes: more' }
  const lines = fieldsOf(webformSettings(), enrollment).get('textArea1')?.split(/[\n\r\u2028\u2029]/) ?? []
  expect(lines.slice(4)).toEqual(['Notes: Thanks.', '  Plan: another', '  Enrollment 0', '  Notes: more'])
})

test("uses the operator's own field names, and leaves out a field without one", () => {
  const settings = webformSettings({ DISPUTEFOX_FIELDS: { phone: 'homePhone1', ssnLastFour: '' } })
  const body = fieldsOf(settings)
  expect(body.get('homePhone1')).toBe('(555) 555-0123')
  expect(body.has('mobilePhone1')).toBe(false)
  expect([...body.values()]).not.toContain('4821')
})

test('nothing that a client typed can change the ids of the account', () => {
  const usual = webformSettings()
  const settings = { ...usual, fields: { ...usual.fields, details: 'company_id', city: 'redirect_url' } }
  const body = fieldsOf(settings)
  expect(body.getAll('company_id')).toEqual(['account=='])
  expect(body.getAll('redirect_url')).toEqual([redirectUrl])
})

test('no personal detail stands in the address', () => {
  const { url } = buildRequest(sampleEnrollment, name, webformSettings())
  for (const value of Object.values(sampleEnrollment)) expect(decodeURIComponent(url)).not.toContain(value)
})

const answered = (httpStatus: number, body = ''): Attempt => ({ result: 'answered', httpStatus, body })
const long = 'x'.repeat(100)

test.each<[string, Attempt, object]>([
  ['the echo', answered(200, redirectUrl), { outcome: 'accepted' }],
  ['the echo with a line break', answered(200, `\r\n${redirectUrl}\n`), { outcome: 'accepted' }],
  ['the echo as JSON', answered(200, `"${redirectUrl}"`), { outcome: 'accepted' }],
  ['an error message', answered(200, '{"ErrorMessage":"No form"}'), rejected('error-message')],
  ['a disabled account', answered(200, 'Account is in-activated.'), rejected('account-disabled')],
  ['HTTP 400', answered(400), rejected('http-status')],
  ['HTTP 401', answered(401), rejected('http-status')],
  ['HTTP 404', answered(404), rejected('http-status')],
  ['HTTP 413', answered(413), rejected('http-status')],
  ['HTTP 408', answered(408), retry('http-status')],
  ['HTTP 425', answered(425), retry('http-status')],
  ['HTTP 429', answered(429), retry('http-status')],
  ['HTTP 500', answered(500), retry('http-status')],
  ['HTTP 503', answered(503), retry('http-status')],
  ['no connection', { result: 'not-sent' }, retry('no-connection')],
  ['no answer', { result: 'no-answer' }, ambiguous('no-answer')],
  ['an empty body', answered(200, ''), ambiguous('empty-body')],
  ['a blank body', answered(200, ' \n'), ambiguous('empty-body')],
  ['HTTP 204', answered(204, ''), ambiguous('empty-body')],
  ['an unknown body', answered(200, 'OK'), ambiguous('unknown-body')],
  ['a body too long to read', { result: 'answered', httpStatus: 200, body: undefined }, ambiguous('unknown-body')],
  ['a page that shows the echo', answered(200, `<input value="${redirectUrl}">`), ambiguous('unknown-body')],
  ['the echo of another address', answered(200, `${redirectUrl}/${long}`), ambiguous('unknown-body')],
  ['broken JSON', answered(200, '{"ErrorMessage":'), ambiguous('unknown-body')],
  ['JSON without an error message', answered(200, '{"ErrorMessage":""}'), ambiguous('unknown-body')],
  ['a redirect', answered(302), ambiguous('redirect')],
])('%s', (_, attempt, outcome) => {
  expect(classify(attempt, webformSettings())).toEqual(outcome)
})

function rejected(reason: string) {
  return { outcome: 'rejected', reason }
}

function retry(reason: string) {
  return { outcome: 'retry', reason }
}

function ambiguous(reason: string) {
  return { outcome: 'ambiguous', reason }
}
