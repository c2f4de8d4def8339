import * as v from 'valibot'
import { webAddress } from './web-address.ts'

const text = v.string('must be a text')
const formName = v.exactOptional(text)

const fieldMap = v.strictObject(
  {
    firstName: formName,
    lastName: formName,
    email: formName,
    phone: formName,
    dateOfBirth: formName,
    ssnLastFour: formName,
    streetAddress: formName,
    city: formName,
    state: formName,
    zipCode: formName,
    details: formName,
  },
  'must map known fields to names, such as {"phone":"mobilePhone2"}',
)

/** Our fields and the names that the operator's web form gives them; an empty name leaves the field out. */
export type FieldMap = Required<v.InferOutput<typeof fieldMap>>

export interface WebformSettings {
  mode: 'webform'
  url: string
  /** Posted with the form and required back: the only sign of success that the other side gives. */
  redirectUrl: string
  fields: FieldMap
  /** Ids and switches that go along unseen, `redirect_url` apart. */
  hiddenFields: Record<string, string>
  /** The form can only add clients, so an edited one is never sent again. */
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

// The misspelling is theirs.
const vendorUrl = 'https://pulse.disputeprocess.com/CustumFieldController?method=addWebFormData'

/** The names that most of their forms use; they depend on the form that the operator built. */
const usualFields: FieldMap = {
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

/** An id that is not set is -1. */
const usualHiddenFields = {
  add_affiliate_flag: '0',
  assignedto_id: '-1',
  sales_representative_id: '-1',
  workflow_statusid: '-1',
  folder_statusid: '-1',
  customer_statusid: '-1',
  portalAccess: '1',
  customerAgreementIDs: '-1',
}

/** Names that have variables of their own. */
const ownNames = ['redirect_url', 'tab_info_id', 'company_id', 'cust_type']

/** The two ids and a redirect address are a whole configuration; every fault names its variable. */
export function webformSettings(
  variables: WebformVariables,
  siteRedirectUrl?: string,
): { settings: WebformSettings } | { faults: string[] } {
  const tabInfoId = variables.DISPUTEFOX_TAB_INFO_ID
  const companyId = variables.DISPUTEFOX_COMPANY_ID
  const redirectUrl = variables.DISPUTEFOX_REDIRECT_URL ?? siteRedirectUrl
  const fields = { ...usualFields, ...variables.DISPUTEFOX_FIELDS }
  const hiddenFields = { ...usualHiddenFields, ...variables.DISPUTEFOX_HIDDEN_FIELDS }
  const faults = faultsOfNames(fields, variables.DISPUTEFOX_HIDDEN_FIELDS ?? {}, Object.keys(usualHiddenFields))
  if (!tabInfoId || !companyId || !redirectUrl) {
    const required = {
      DISPUTEFOX_TAB_INFO_ID: tabInfoId,
      DISPUTEFOX_COMPANY_ID: companyId,
      DISPUTEFOX_REDIRECT_URL: redirectUrl,
    }
    const missing = Object.entries(required).filter(([, value]) => !value)
    return {
      faults: [...missing.map(([variable]) => `${variable} is missing: deliveries to DisputeFox need it`), ...faults],
    }
  }
  if (faults.length) return { faults }
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
  return { settings }
}

/** Two values under one name would be one value lost, and the other one in the wrong place. */
function faultsOfNames(fields: FieldMap, hidden: Record<string, string>, usualHidden: string[]): string[] {
  const used = Object.values(fields).filter(Boolean)
  const reserved = new Set([...ownNames, ...usualHidden])
  const taken = used.filter((name, index) => reserved.has(name) || used.indexOf(name) !== index)
  const covered = Object.keys(hidden).filter((name) => ownNames.includes(name) || used.includes(name))
  return [
    ...taken.map((name) => `DISPUTEFOX_FIELDS must not use ${name} twice`),
    ...covered.map((name) => `DISPUTEFOX_HIDDEN_FIELDS must not hold ${name}, which has a value already`),
  ]
}
