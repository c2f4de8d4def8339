import { credentialLimits } from '../../../domain/credentials.ts'
import type { Metadata } from '../stores/users.ts'
import { type AuthFault, type AuthResult, faults } from './faults.ts'

// Every access token carries the metadata, and Node accepts at most 16 kB of headers.
const maxBytes = 4096
const maxLevels = 8

/** What is wrong with metadata that a client wants to store, if anything. */
export function metadataFault(metadata: Metadata): AuthFault | undefined {
  // First, since the checks below are recursive.
  if (!isShallow(metadata, maxLevels)) return faults.metadataTooDeep(maxLevels)
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > maxBytes) return faults.metadataTooLong(maxBytes)
  return unstorable.test(text) ? faults.metadataNotText : undefined
}

/** Merges changes into metadata; null removes a field. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

// PostgreSQL's jsonb can hold neither NUL nor lone surrogates. JSON.stringify writes exactly these as \u escapes; an even
// number of backslashes before them is an escaped backslash.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

// The format of HTML's <input type=email>, as Supabase Auth has it (supabase/auth internal/api/mail.go, validateEmail).
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const format = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

/** An address in lower case, as accounts store it. Surrounding spaces are a fault. */
export function parseEmail(text: string): AuthResult<string> {
  if (text.length > credentialLimits.email.max) return { fault: faults.emailTooLong }
  return format.test(text) ? { ok: text.toLowerCase() } : { fault: faults.emailFormat }
}

/** What is wrong with a phone number, if anything (supabase/auth internal/api/phone.go, validatePhone). */
export function phoneFault(text: string): AuthFault | undefined {
  return e164.test(text.replace(/^\+/, '').replaceAll(' ', '')) ? undefined : faults.phoneFormat
}

const e164 = /^[1-9][0-9]{1,14}$/

/** bcrypt silently ignores everything beyond. */
export const maxPasswordBytes = 72

/** What is wrong with a new password, if anything. */
export function passwordFault(password: string): AuthFault | undefined {
  if (password === '') return faults.noPassword
  if (Buffer.byteLength(password) > maxPasswordBytes) return faults.passwordTooLong(maxPasswordBytes)
  if (password.length < credentialLimits.password.min) return faults.passwordTooShort(credentialLimits.password.min)
  return undefined
}
