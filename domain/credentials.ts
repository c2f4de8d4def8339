import * as v from 'valibot'
import { emailLimit, emailSchema } from './email-address.ts'
import { problem } from './problems.ts'

/** Lengths in characters (R-CREDENTIALS). */
export const credentialLimits = {
  email: { min: 1, max: emailLimit },
  password: { min: 6, max: 100 },
} as const

/** The form on /auth (R-CREDENTIALS): the e-mail is trimmed, the password never is. */
export const credentialsSchema = v.object({
  email: emailSchema,
  password: v.pipe(
    v.string(),
    v.minLength(credentialLimits.password.min, problem('too-short')),
    v.maxLength(credentialLimits.password.max, problem('too-long')),
  ),
})

export type Credentials = v.InferOutput<typeof credentialsSchema>
