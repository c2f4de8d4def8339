import * as v from 'valibot'
import { emailLimit, emailSchema } from './email-address.ts'

/** Lengths in characters (R-CREDENTIALS). */
export const credentialLimits = { email: emailLimit, passwordMin: 6, password: 100 } as const

/** The form on /auth (R-CREDENTIALS): the e-mail is trimmed, the password never is. */
export const credentialsSchema = v.object({
  email: emailSchema,
  password: v.pipe(
    v.string(),
    v.minLength(credentialLimits.passwordMin, 'Password must be at least 6 characters'),
    v.maxLength(credentialLimits.password, `Password must be at most ${credentialLimits.password} characters`),
  ),
})

export type Credentials = v.InferOutput<typeof credentialsSchema>
