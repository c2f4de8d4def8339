import { credentialLimits } from '../../../domain/credentials.ts'
import { type Answer, faults } from './faults.ts'

// The format of HTML's <input type=email>, which is also the one that Supabase Auth accepts.
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const format = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

/** An address in the one spelling under which accounts are kept: lower case. Surrounding spaces are a fault. */
export function parseEmail(text: string): Answer<string> {
  if (text.length > credentialLimits.email) return { fault: faults.emailTooLong }
  return format.test(text) ? { ok: text.toLowerCase() } : { fault: faults.emailFormat }
}
