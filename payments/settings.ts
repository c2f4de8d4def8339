import * as v from 'valibot'

/** From whom events of payments are taken. Without a secret, that door is closed. */
export interface PaymentSettings {
  /** Signing secrets of the endpoint at Stripe; two of them while one replaces the other. */
  stripeSecrets: string[]
  /** Events of the other mode are refused. */
  mode: 'live' | 'test'
  /** Signing secrets of any other sender, by Standard Webhooks. */
  webhookSecrets: string[]
}

const secrets = (pattern: RegExp, message: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((secret) => secret.trim()).filter(Boolean)),
      v.check((list) => list.every((secret) => pattern.test(secret)), message),
    ),
    '',
  )

/** The environment variables. The caller omits empty ones. */
export const paymentEntries = {
  STRIPE_WEBHOOK_SECRET: secrets(/^whsec_[A-Za-z0-9+/=_-]{16,200}$/, 'must be whsec_ and what Stripe shows after it, or two of them with a comma between'),
  STRIPE_MODE: v.optional(v.picklist(['live', 'test'], 'must be live or test'), 'live'),
  // Standard Webhooks requires 24 to 64 bytes.
  PAYMENT_WEBHOOK_SECRET: secrets(/^whsec_(?=[A-Za-z0-9+/=]{32,88}$)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be whsec_ and the Base64 of 24 to 64 random bytes, or two of them with a comma between'),
}

/** For the staff's commands alone: no process that faces the network reads it. */
export const stripeApiEntries = {
  STRIPE_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^rk_(live|test)_[A-Za-z0-9]{10,250}$/, 'must be a restricted key of Stripe: rk_live_ or rk_test_, and what follows'))),
}

export type PaymentVariables = v.InferOutput<v.ObjectSchema<typeof paymentEntries, undefined>>

export const paymentSettings = (variables: PaymentVariables): PaymentSettings => ({
  stripeSecrets: variables.STRIPE_WEBHOOK_SECRET,
  mode: variables.STRIPE_MODE,
  webhookSecrets: variables.PAYMENT_WEBHOOK_SECRET,
})
