import * as v from 'valibot'
import { expect, test } from 'vitest'
import { deliveryEntries, deliverySettings } from './settings.ts'

const complete = {
  DISPUTEFOX_TAB_INFO_ID: 'form',
  DISPUTEFOX_COMPANY_ID: 'account',
  DISPUTEFOX_REDIRECT_URL: 'https://www.example.org/accepted',
}

const read = (variables: Record<string, string>, siteRedirectUrl?: string) =>
  deliverySettings(v.parse(v.object(deliveryEntries), variables), siteRedirectUrl)

const faultsOf = (variables: Record<string, string>) =>
  v.safeParse(v.object(deliveryEntries), variables).issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)

test('nothing set means that nothing is delivered', () => {
  expect(read({})).toEqual({ settings: { mode: 'off' } })
  expect(read({}, 'https://www.example.org/')).toEqual({ settings: { mode: 'off' } })
})

test('the two ids and a redirect address are a whole configuration', () => {
  expect(read(complete)).toMatchObject({
    settings: {
      mode: 'webform',
      url: 'https://pulse.disputeprocess.com/CustumFieldController?method=addWebFormData',
      redirectUrl: 'https://www.example.org/accepted',
      fields: { email: 'email1', details: 'textArea1' },
      hiddenFields: { tab_info_id: 'form', company_id: 'account', cust_type: '2', workflow_statusid: '-1' },
    },
  })
})

const missing = (name: string) => `${name} is missing: deliveries to DisputeFox need it`

test('half a configuration names everything that is missing', () => {
  expect(read({ DISPUTEFOX_CUSTOMER_TYPE: '1' })).toEqual({
    faults: ['DISPUTEFOX_TAB_INFO_ID', 'DISPUTEFOX_COMPANY_ID', 'DISPUTEFOX_REDIRECT_URL'].map(missing),
  })
  expect(read({ DISPUTEFOX_TAB_INFO_ID: 'form' }, 'https://www.example.org/')).toEqual({
    faults: [missing('DISPUTEFOX_COMPANY_ID')],
  })
})

test('the redirect address may come from the site', () => {
  const { DISPUTEFOX_REDIRECT_URL: _, ...ids } = complete
  expect(read(ids, 'https://site.example.org/x')).toMatchObject({
    settings: { redirectUrl: 'https://site.example.org/x' },
  })
})

test('the maps change single names and keep the others', () => {
  const variables = {
    ...complete,
    DISPUTEFOX_FIELDS: '{"phone":"mobilePhone2","dateOfBirth":""}',
    DISPUTEFOX_HIDDEN_FIELDS: '{"workflow_statusid":"30","monitoringAgency":"6"}',
  }
  expect(read(variables)).toMatchObject({
    settings: {
      fields: { phone: 'mobilePhone2', dateOfBirth: '', email: 'email1' },
      hiddenFields: { workflow_statusid: '30', monitoringAgency: '6', folder_statusid: '-1', tab_info_id: 'form' },
    },
  })
})

test('every fault is named at once, without the value', () => {
  expect(
    faultsOf({
      DISPUTEFOX_URL: 'http://pulse.example.org/secret',
      DISPUTEFOX_REDIRECT_URL: 'secret',
      DISPUTEFOX_CUSTOMER_TYPE: '3',
      DISPUTEFOX_FIELDS: '{"shoeSize":"secret"}',
      DISPUTEFOX_HIDDEN_FIELDS: 'secret',
    }),
  ).toEqual([
    'DISPUTEFOX_URL must be an https address, or an http address of this machine',
    'DISPUTEFOX_REDIRECT_URL must be an https address, or an http address of this machine',
    'DISPUTEFOX_CUSTOMER_TYPE must be 1 (lead), 2 (client) or 4 (affiliate)',
    'DISPUTEFOX_FIELDS.shoeSize must map known fields to names, such as {"phone":"mobilePhone2"}',
    'DISPUTEFOX_HIDDEN_FIELDS must be JSON',
  ])
  expect(faultsOf({ DISPUTEFOX_FIELDS: '{"phone":5}' })).toEqual(['DISPUTEFOX_FIELDS.phone must be a text'])
  expect(faultsOf({ DISPUTEFOX_FIELDS: '[1]' })).toHaveLength(1)
})
