import * as v from 'valibot'
import type { PaymentEvent } from './payment-event.ts'

const emailAnswerSchema = v.nullable(
  v.object({
    reference: v.string(),
    /** 0 is the receipt, 1 and 2 are reminders. */
    number: v.picklist([0, 1, 2]),
    to: v.string(),
    plan_name: v.string(),
    amount_cents: v.number(),
    paid_at: v.string(),
    enrollment_id: v.string(),
    onboarded: v.boolean(),
    stop_token: v.string(),
    has_account: v.boolean(),
  }),
)
/** An e-mail to a payer that is due. */
export type PaymentEmail = NonNullable<v.InferOutput<typeof emailAnswerSchema>>

const recordAnswerSchema = v.picklist(['recorded', 'known'])

/** The ledger of payments, through the SQL functions that the migrations define. */
export interface PaymentStore {
  /** Stores an event, once, with all that follows from it. */
  record: (event: PaymentEvent) => Promise<v.InferOutput<typeof recordAnswerSchema>>
  /** Claims an e-mail for this process, which then has to send it. */
  claimEmail: () => Promise<PaymentEmail | null>
  finishEmail: (email: Pick<PaymentEmail, 'reference' | 'number'>) => Promise<void>
  stopReminders: (token: string) => Promise<void>
}

/** Calls one function of the migrations, as the service, with named arguments. */
type Call = (name: string, parameters: Record<string, string | number | object | null>) => Promise<unknown>

export function createPaymentStore(call: Call): PaymentStore {
  return {
    record: async (event) => v.parse(recordAnswerSchema, await call('record_payment_event', { p_event: event })),
    claimEmail: async () => v.parse(emailAnswerSchema, await call('claim_payment_email', {})),
    async finishEmail({ reference, number }) {
      await call('finish_payment_email', { p_reference: reference, p_number: number })
    },
    async stopReminders(token) {
      await call('stop_payment_reminders', { p_token: token })
    },
  }
}
