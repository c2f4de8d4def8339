import * as v from 'valibot'

const name = v.string('must be a text')
const formName = v.exactOptional(name)

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
}

/** `off`: nothing is configured, so nothing is delivered and no delivery counts as done. */
export type DeliverySettings = { mode: 'off' } | WebformSettings

const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, 'must be an https address, or an http address of this machine'),
)

const json = v.pipe(v.string(), v.parseJson(undefined, 'must be JSON'))

/** The variables as they stand in the environment, empty ones left out. */
export const deliveryEntries = {
  DISPUTEFOX_URL: v.optional(webAddress),
  DISPUTEFOX_TAB_INFO_ID: v.optional(v.string()),
  DISPUTEFOX_COMPANY_ID: v.optional(v.string()),
  DISPUTEFOX_REDIRECT_URL: v.optional(webAddress),
  DISPUTEFOX_CUSTOMER_TYPE: v.optional(v.picklist(['1', '2', '4'], 'must be 1 (lead), 2 (client) or 4 (affiliate)')),
  DISPUTEFOX_FIELDS: v.optional(v.pipe(json, fieldMap)),
  DISPUTEFOX_HIDDEN_FIELDS: v.optional(v.pipe(json, v.record(v.string(), name, 'must map names to texts'))),
}

export type DeliveryVariables = v.InferOutput<v.ObjectSchema<typeof deliveryEntries, undefined>>

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

/**
 * Nothing set means off; half a configuration is a fault that names what is missing. `siteRedirectUrl` stands in for
 * DISPUTEFOX_REDIRECT_URL where the caller knows an address of the site.
 */
export function deliverySettings(
  variables: DeliveryVariables,
  siteRedirectUrl?: string,
): { settings: DeliverySettings } | { faults: string[] } {
  if (!Object.values(variables).some((value) => value !== undefined)) return { settings: { mode: 'off' } }
  const tabInfoId = variables.DISPUTEFOX_TAB_INFO_ID
  const companyId = variables.DISPUTEFOX_COMPANY_ID
  const redirectUrl = variables.DISPUTEFOX_REDIRECT_URL ?? siteRedirectUrl
  if (!tabInfoId || !companyId || !redirectUrl) {
    const required = {
      DISPUTEFOX_TAB_INFO_ID: tabInfoId,
      DISPUTEFOX_COMPANY_ID: companyId,
      DISPUTEFOX_REDIRECT_URL: redirectUrl,
    }
    const missing = Object.entries(required).filter(([, value]) => !value)
    return { faults: missing.map(([variable]) => `${variable} is missing: deliveries to DisputeFox need it`) }
  }
  const settings: WebformSettings = {
    mode: 'webform',
    url: variables.DISPUTEFOX_URL ?? vendorUrl,
    redirectUrl,
    fields: { ...usualFields, ...variables.DISPUTEFOX_FIELDS },
    hiddenFields: {
      ...usualHiddenFields,
      ...variables.DISPUTEFOX_HIDDEN_FIELDS,
      tab_info_id: tabInfoId,
      company_id: companyId,
      cust_type: variables.DISPUTEFOX_CUSTOMER_TYPE ?? '2',
    },
  }
  return { settings }
}

// What is sent names a person, so it never travels in the clear.
function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
