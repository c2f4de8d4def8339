const dots = '\u2022\u2022\u2022\u2022'

/** Fields that may be shown in full: ids and switches, nothing personal. */
const shown = [
  'method', 'tab_info_id', 'company_id', 'redirect_url', 'cust_type', 'add_affiliate_flag', 'assignedto_id',
  'sales_representative_id', 'workflow_statusid', 'folder_statusid', 'customer_statusid', 'portalAccess',
  'customerAgreementIDs',
]

const masks: Record<string, (value: string) => string> = {
  firstName: initial,
  lastName: initial,
  email1: (value) => `${initial(value)}@\u2026`,
  dateOfBirth: () => `${dots}-\u2022\u2022-\u2022\u2022`,
  textArea1: (value) => ['Enrollment', enrollmentIdIn(value) ?? '(none)', dots].join(' '),
}

/** Masks a field so that clients can be told apart but not recognised. A field without a rule shows dots only. */
export function maskFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskField(name, value)]))
}

function maskField(name: string, value: string): string {
  if (value === '' || shown.includes(name)) return value
  return masks[name]?.(value) ?? dots
}

/** The id in the first line of the free text, `Enrollment <uuid>`. */
export function enrollmentIdIn(text: string): string | undefined {
  return /^Enrollment ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/im.exec(text)?.[1]
}

function initial(value: string): string {
  return `${Array.from(value)[0] ?? ''}${dots.slice(1)}`
}
