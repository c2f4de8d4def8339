type Sender = 'stripe' | 'webhook'

/** A sender of events, as it stands before their ids and in `payments.source`: what was paid in test mode stays known as such. */
export type PaymentSource = Sender | `${Sender}test`

export const sourceOf = (sender: Sender, mode: 'live' | 'test'): PaymentSource => (mode === 'test' ? `${sender}test` : sender)

/** What speaks against proving a payment on an enrollment without a person. */
export type PaymentDoubt = 'unknown-plan' | 'wrong-amount' | 'wrong-currency' | 'no-email'

interface EventFacts {
  /** The sender's id of the event. */
  id: `${PaymentSource}:${string}`
  /** ISO 8601. */
  happened_at: string
}

interface Money {
  payment_reference: string
  /** Whole cents. */
  amount_cents: number
  /** ISO 4217, in lower case. */
  currency: string
}

/** What was bought: nothing is proven where there is a doubt. */
export interface Purchase {
  payer_email: string | null
  plan_name: string | null
  /** Coaching, which is added to a plan or bought alone. */
  is_add_on: boolean
  doubt: PaymentDoubt | null
}

/**
 * An event of a checkout as `record_payment_event` takes it: of a payment, of a refund or dispute (`part` is its id), or one
 * from which nothing follows.
 */
export type PaymentEvent = EventFacts &
  (
    | ({ kind: 'pending' | 'paid' | 'failed' } & Money & Purchase)
    | ({ kind: 'refund'; part: string; outcome: 'pending' | 'made' | 'undone' } & Money)
    | ({ kind: 'dispute'; part: string; outcome: 'open' | 'won' | 'lost' } & Money)
    | { kind: 'noted' }
  )

/** Why an event was refused. `unsigned` says no more: whoever sends it learns nothing. */
export type EventFault = 'unsigned' | 'other-mode' | 'not-understood'
