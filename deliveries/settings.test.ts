import * as v from 'valibot'
import { expect, test } from 'vitest'
import { sensitiveFields } from '../domain/enrollment-fields.ts'
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
  expect(read({})).toEqual({ ok: { mode: 'off' } })
  expect(read({}, 'https://www.example.org/')).toEqual({ ok: { mode: 'off' } })
})

test('the two ids and a redirect address are a whole configuration', () => {
  expect(read(complete)).toMatchObject({
    ok: {
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
    fault: ['DISPUTEFOX_TAB_INFO_ID', 'DISPUTEFOX_COMPANY_ID', 'DISPUTEFOX_REDIRECT_URL'].map(missing),
  })
  expect(read({ DISPUTEFOX_TAB_INFO_ID: 'form' }, 'https://www.example.org/')).toEqual({
    fault: [missing('DISPUTEFOX_COMPANY_ID')],
  })
})

test('the redirect address may come from the site', () => {
  const { DISPUTEFOX_REDIRECT_URL: _, ...ids } = complete
  expect(read(ids, 'https://site.example.org/x')).toMatchObject({
    ok: { redirectUrl: 'https://site.example.org/x' },
  })
})

test('the maps change single names and keep the others', () => {
  const variables = {
    ...complete,
    DISPUTEFOX_FIELDS: '{"phone":"mobilePhone2","dateOfBirth":""}',
    DISPUTEFOX_HIDDEN_FIELDS: '{"workflow_statusid":"30","monitoringAgency":"6"}',
  }
  expect(read(variables)).toMatchObject({
    ok: {
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
    'DISPUTEFOX_URL must be an https address, or an http address of this machine, without a user or password',
    'DISPUTEFOX_REDIRECT_URL must be an https address, or an http address of this machine, without a user or password',
    'DISPUTEFOX_CUSTOMER_TYPE must be 1 (lead), 2 (client) or 4 (affiliate)',
    'DISPUTEFOX_FIELDS.shoeSize must map known fields to names, such as {"phone":"mobilePhone2"}',
    'DISPUTEFOX_HIDDEN_FIELDS must be JSON',
  ])
  expect(faultsOf({ DISPUTEFOX_FIELDS: '{"phone":5}' })).toEqual(['DISPUTEFOX_FIELDS.phone must be a text'])
  expect(faultsOf({ DISPUTEFOX_FIELDS: '[1]' })).toHaveLength(1)
})

test.each([
  ['DISPUTEFOX_HIDDEN_FIELDS', '{"email1":"x"}', 'must not hold email1, which has a value already'],
  ['DISPUTEFOX_HIDDEN_FIELDS', '{"company_id":"x"}', 'must not hold company_id, which has a value already'],
  ['DISPUTEFOX_HIDDEN_FIELDS', '{"redirect_url":"x"}', 'must not hold redirect_url, which has a value already'],
  ['DISPUTEFOX_FIELDS', '{"phone":"email1"}', 'must not use email1 twice'],
  ['DISPUTEFOX_FIELDS', '{"phone":"cust_type"}', 'must not use cust_type twice'],
  ['DISPUTEFOX_FIELDS', '{"phone":"assignedto_id"}', 'must not use assignedto_id twice'],
])('one name cannot carry two values: %s=%s', (variable, value, fault) => {
  expect(read({ ...complete, [variable]: value })).toEqual({ fault: [`${variable} ${fault}`] })
})

test('an unclear attempt is held for a person, or repeated where the operator says so', () => {
  expect(read(complete)).toMatchObject({ ok: { repeats: 'never' } })
  expect(read({ ...complete, DISPUTEFOX_AMBIGUOUS: 'review' })).toMatchObject({ ok: { repeats: 'never' } })
  expect(read({ ...complete, DISPUTEFOX_AMBIGUOUS: 'retry' })).toMatchObject({ ok: { repeats: 'when-unclear' } })
})

test('at most one request a second, or as many a minute as the operator says', () => {
  expect(read(complete)).toMatchObject({ ok: { intervalMs: 1000 } })
  expect(read({ ...complete, DELIVERY_PER_MINUTE: '20' })).toMatchObject({ ok: { intervalMs: 3000 } })
  for (const rate of ['0', '601', '1.5', '-1', 'x', '01']) {
    expect(faultsOf({ DELIVERY_PER_MINUTE: rate })).toEqual(['DELIVERY_PER_MINUTE must be a number from 1 to 600'])
  }
  expect(read({ DELIVERY_PER_MINUTE: '20' })).toEqual({ ok: { mode: 'off' } })
})

const webhook = {
  DELIVERY_WEBHOOK_URL: 'https://hooks.example.org/x',
  DELIVERY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
}

test('an address and a secret are a whole webhook, without birth date and SSN', () => {
  expect(read(webhook)).toEqual({
    ok: {
      mode: 'webhook',
      url: 'https://hooks.example.org/x',
      secret: new Uint8Array(24).fill(7),
      include: [],
      repeats: 'always',
      intervalMs: 1000,
    },
  })
  expect(read({ ...webhook, DELIVERY_WEBHOOK_INCLUDE: 'dateOfBirth, ssnLastFour' })).toMatchObject({
    ok: { include: ['dateOfBirth', 'ssnLastFour'] },
  })
})

const needs = (variable: string) => ({ fault: [`${variable} is missing: deliveries to a webhook need it`] })

test('half a webhook names what is missing, and two destinations are a fault', () => {
  expect(read({ DELIVERY_WEBHOOK_URL: webhook.DELIVERY_WEBHOOK_URL })).toEqual(needs('DELIVERY_WEBHOOK_SECRET'))
  expect(read({ DELIVERY_WEBHOOK_SECRET: webhook.DELIVERY_WEBHOOK_SECRET })).toEqual(needs('DELIVERY_WEBHOOK_URL'))
  expect(read({ ...complete, ...webhook })).toEqual({
    fault: ['DISPUTEFOX_… and DELIVERY_WEBHOOK_… exclude each other: a delivery has one destination'],
  })
})

test('faults of a webhook are named without the value', () => {
  expect(
    faultsOf({
      DELIVERY_WEBHOOK_URL: 'http://hooks.example.org/secret',
      DELIVERY_WEBHOOK_SECRET: 'whsec_c2VjcmV0',
      DELIVERY_WEBHOOK_INCLUDE: 'notes',
    }),
  ).toEqual([
    'DELIVERY_WEBHOOK_URL must be an https address, or an http address of this machine, without a user or password',
    'DELIVERY_WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 random bytes',
    `DELIVERY_WEBHOOK_INCLUDE.0 may name ${sensitiveFields.join(' and ')}`,
  ])
})
