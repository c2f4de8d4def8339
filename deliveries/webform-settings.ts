import * as v from 'valibot'
import { type FieldWith, fieldsWith } from '../domain/enrollment-fields.ts'
import type { Result } from '../domain/result.ts'
import { webAddress } from './web-address.ts'

const text = v.string('must be a text')

const fieldMap = v.strictObject(
  v.entriesFromList([...fieldsWith('webform', 'field'), 'details'], v.exactOptional(text)),
  'must map known fields to names, such as {"phone":"mobilePhone2"}',
)

/** The name of each of our fields in the operator's web form. An empty name omits the field. */
export type FieldMap = Record<FieldWith<'webform', 'field'> | 'details', string>

export interface WebformSettings {
  mode: 'webform'
  url: string
  /** Posted with the form. DisputeFox signals success only by echoing it. */
  redirectUrl: string
  fields: FieldMap
  /** Hidden fields: ids and switches, without `redirect_url`. */
  hiddenFields: Record<string, string>
  /** The form can only add clients, so an edited enrollment is never sent again. */
  repeats: 'never' | 'when-unclear'
}

const json = v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'))

export const webformEntries = {
  DISPUTEFOX_URL: v.optional(webAddress),
  DISPUTEFOX_TAB_INFO_ID: v.optional(v.string()),
  DISPUTEFOX_COMPANY_ID: v.optional(v.string()),
  DISPUTEFOX_REDIRECT_URL: v.optional(webAddress),
  DISPUTEFOX_CUSTOMER_TYPE: v.optional(v.picklist(['1', '2', '4'], 'must be 1 (lead), 2 (client) or 4 (affiliate)')),
  DISPUTEFOX_FIELDS: v.optional(v.pipe(json, fieldMap)),
  DISPUTEFOX_HIDDEN_FIELDS: v.optional(v.pipe(json, v.record(v.string(), text, 'must map names to texts'))),
  DISPUTEFOX_AMBIGUOUS: v.optional(v.picklist(['review', 'retry'], 'must be review or retry')),
}

type WebformVariables = v.InferOutput<v.ObjectSchema<typeof webformEntries, undefined>>

// The misspelling is the vendor's.
const vendorUrl = 'https://pulse.disputeprocess.com/CustumFieldController?method=addWebFormData'

/** The names that most forms use; the operator's form may differ. */
const defaultFields: FieldMap = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email1',
  phone: 'mobilePhone1',
  dateOfBirth: 'dateOfBirth',
  ssnLastFour: 'socialSecurityNumber1',
  streetAddress: 'currentAddress',
  city: 'city',
  state: 'state',
  zipCode: 'zipCode1',
  details: 'textArea1',
}

/** -1 is an id that is not set. */
const defaultHiddenFields = {
  add_affiliate_flag: '0',
  assignedto_id: '-1',
  sales_representative_id: '-1',
  workflow_statusid: '-1',
  folder_statusid: '-1',
  customer_statusid: '-1',
  portalAccess: '1',
  customerAgreementIDs: '-1',
}

/** Names that another variable or a fixed value sets. */
const ownNames = ['redirect_url', 'tab_info_id', 'company_id', 'cust_type']

/** Requires two ids and a redirect address. Every fault names its variable. */
export function webformSettings(
  variables: WebformVariables,
  siteRedirectUrl?: string,
): Result<WebformSettings, string[]> {
  const tabInfoId = variables.DISPUTEFOX_TAB_INFO_ID
  const companyId = variables.DISPUTEFOX_COMPANY_ID
  const redirectUrl = variables.DISPUTEFOX_REDIRECT_URL ?? siteRedirectUrl
  const fields = { ...defaultFields, ...variables.DISPUTEFOX_FIELDS }
  const hiddenFields = { ...defaultHiddenFields, ...variables.DISPUTEFOX_HIDDEN_FIELDS }
  const faults = faultsOfNames(fields, variables.DISPUTEFOX_HIDDEN_FIELDS ?? {}, Object.keys(defaultHiddenFields))
  if (!tabInfoId || !companyId || !redirectUrl) {
    const required = {
      DISPUTEFOX_TAB_INFO_ID: tabInfoId,
      DISPUTEFOX_COMPANY_ID: companyId,
      DISPUTEFOX_REDIRECT_URL: redirectUrl,
    }
    const missing = Object.entries(required).filter(([, value]) => !value)
    const missingFaults = missing.map(([variable]) => `${variable} is missing: deliveries to DisputeFox need it`)
    return { fault: [...missingFaults, ...faults] }
  }
  if (faults.length) return { fault: faults }
  const settings: WebformSettings = {
    mode: 'webform',
    url: variables.DISPUTEFOX_URL ?? vendorUrl,
    redirectUrl,
    fields,
    hiddenFields: {
      ...hiddenFields,
      tab_info_id: tabInfoId,
      company_id: companyId,
      cust_type: variables.DISPUTEFOX_CUSTOMER_TYPE ?? '2',
    },
    repeats: variables.DISPUTEFOX_AMBIGUOUS === 'retry' ? 'when-unclear' : 'never',
  }
  return { ok: settings }
}

/** Reports names that are used twice, since one of the two values would be lost. */
function faultsOfNames(fields: FieldMap, hidden: Record<string, string>, defaultHidden: string[]): string[] {
  const used = Object.values(fields).filter(Boolean)
  const reserved = new Set([...ownNames, ...defaultHidden])
  const taken = used.filter((name, index) => reserved.has(name) || used.indexOf(name) !== index)
  const covered = Object.keys(hidden).filter((name) => ownNames.includes(name) || used.includes(name))
  return [
    ...taken.map((name) => `DISPUTEFOX_FIELDS must not use ${name} twice`),
    ...covered.map((name) => `DISPUTEFOX_HIDDEN_FIELDS must not hold ${name}, which has a value already`),
  ]
}
