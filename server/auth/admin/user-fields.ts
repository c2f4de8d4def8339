import * as v from 'valibot'
import { parseEmail } from '../contract/account-fields.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import type { Metadata } from '../stores/users.ts'

const facts = v.pipe(
  v.nullish(v.custom<Metadata>((value) => typeof value === 'object' && !Array.isArray(value), 'must be an object')),
  v.transform((given) => given ?? undefined),
)
export const optionalBoolean = v.nullish(v.boolean('must be a boolean'), false)

/** The fields of an account that the service key may set. */
export const adminUserSchema = bodySchema({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string('must be a string')),
  password_hash: optionalText,
  email_confirm: optionalBoolean,
  user_metadata: facts,
  app_metadata: facts,
  ban_duration: optionalText,
  // Other roles have no rights.
  role: v.nullish(v.picklist(['', 'authenticated'], 'must be authenticated'), ''),
})

export type AdminUserRequest = v.InferOutput<typeof adminUserSchema>

/** An optional address; undefined if it is empty. */
export function optionalEmail(text: string): AuthResult<string | undefined> {
  return text === '' ? { ok: undefined } : parseEmail(text)
}

export function requiredEmail(text: string): AuthResult<string> {
  return text === '' ? { fault: faults.emailMissing } : parseEmail(text)
}

/** The end of a ban of this duration; null ends a ban. */
export function bannedUntil(durationMs: number, now: Date): Date | null {
  return durationMs === 0 ? null : new Date(now.getTime() + durationMs)
}

/** The duration of a ban in milliseconds; 0 (`none`) ends a ban, undefined leaves it unchanged. */
export function parseBanDuration(text: string): AuthResult<number | undefined> {
  if (text === '') return { ok: undefined }
  if (text === 'none' || text === '0') return { ok: 0 }
  const [, sign, parts = ''] = format.exec(text) ?? []
  let amountMs = 0
  for (const [, amount, unit = ''] of parts.matchAll(part)) amountMs += Number(amount) * (unitsMs[unit] ?? 0)
  if (parts === '' || amountMs > longestMs) return { fault: faults.banDuration(text) }
  return { ok: Math.round(sign === '-' ? -amountMs : amountMs) }
}

// Go's durations (time.ParseDuration), which Supabase Auth accepts: `24h`, `1h30m`, `-1.5h`.
const unitsMs: Partial<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  'µs': 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g
const format = new RegExp(`^([-+]?)((?:${part.source})+)$`)
// Go counts nanoseconds in 64 bits.
const longestMs = 2 ** 63 / 1e6
