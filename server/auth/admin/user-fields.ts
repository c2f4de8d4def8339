import * as v from 'valibot'
import { credentialLimits } from '../../../domain/credentials.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { parseEmail } from '../contract/email-address.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { passwordFault } from '../operations/passwords.ts'
import { bodySchema, optionalText } from '../contract/read-body.ts'
import type { Metadata } from '../stores/users.ts'

const facts = v.pipe(
  v.nullish(v.custom<Metadata>((value) => typeof value === 'object' && !Array.isArray(value), 'must be an object')),
  v.transform((given) => given ?? undefined),
)
export const optionalBoolean = v.nullish(v.boolean('must be a boolean'), false)

/** What the service key may say of an account, new or old. */
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
  // Tokens of another role would open nothing here.
  role: v.nullish(v.picklist(['', 'authenticated'], 'must be authenticated'), ''),
})

export type AdminUserRequest = v.InferOutput<typeof adminUserSchema>

/** An address that may be missing; undefined then. */
export function optionalEmail(text: string): Answer<string | undefined> {
  return text === '' ? { ok: undefined } : parseEmail(text)
}

export function requiredEmail(text: string): Answer<string> {
  return text === '' ? { fault: faults.emailMissing } : parseEmail(text)
}

export async function hashPassword({ passwords }: AuthService, password: string): Promise<Answer<string>> {
  const fault = password === '' ? faults.passwordTooShort(credentialLimits.passwordMin) : passwordFault(password)
  return fault ? { fault } : passwords.hash(password)
}

/** Milliseconds from now, or the end of a ban. */
export function bannedUntil(durationMs: number, now: Date): Date | null {
  return durationMs === 0 ? null : new Date(now.getTime() + durationMs)
}
