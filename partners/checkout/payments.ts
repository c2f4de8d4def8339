import { randomBytes } from 'node:crypto'

export type PaymentState = 'new' | 'pending' | 'paid' | 'refused' | 'refunded' | 'disputed' | 'lost'

/** One payment at the stand-in. */
export interface Payment {
  /** As Stripe's `payment_intent`. */
  id: string
  service: string
  email: string
  amountCents: number
  state: PaymentState
}

type EventData = { type: string; object: (payment: Payment) => object }

interface Step {
  label: string
  from: PaymentState
  to: PaymentState
  event: EventData
}

/** https://docs.stripe.com/api/checkout/sessions/object, as far as a payment by a payment link fills it in. */
const session = (type: string, status: 'paid' | 'unpaid'): EventData => ({
  type: `checkout.session.${type}`,
  object: ({ id, service, email, amountCents }) => ({
    id: id.replace('pi_', 'cs_test_'),
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    status: 'complete',
    payment_status: status,
    payment_intent: id,
    amount_total: amountCents,
    currency: 'usd',
    customer_details: { email },
    metadata: { plan: service },
    payment_link: null,
  }),
})

/** A refund or a dispute of everything. */
const part = (type: string, kind: 'refund' | 'dispute', status: string): EventData => ({
  type,
  object: ({ id, amountCents }) => ({
    id: id.replace('pi_', kind === 'refund' ? 're_' : 'du_'),
    object: kind,
    payment_intent: id,
    amount: amountCents,
    currency: 'usd',
    status,
  }),
})

/** What can happen to a payment, and what the checkout then reports, as Stripe does. */
export const steps = {
  pay: { label: 'Pay', from: 'new', to: 'paid', event: session('completed', 'paid') },
  order: { label: 'Pay later, by bank transfer', from: 'new', to: 'pending', event: session('completed', 'unpaid') },
  arrive: { label: 'The transfer arrives', from: 'pending', to: 'paid', event: session('async_payment_succeeded', 'paid') },
  refuse: { label: 'The bank refuses', from: 'pending', to: 'refused', event: session('async_payment_failed', 'unpaid') },
  refund: { label: 'Refund everything', from: 'paid', to: 'refunded', event: part('refund.created', 'refund', 'succeeded') },
  dispute: { label: 'Dispute', from: 'paid', to: 'disputed', event: part('charge.dispute.created', 'dispute', 'needs_response') },
  win: { label: 'The dispute is won', from: 'disputed', to: 'paid', event: part('charge.dispute.closed', 'dispute', 'won') },
  lose: { label: 'The dispute is lost', from: 'disputed', to: 'lost', event: part('charge.dispute.closed', 'dispute', 'lost') },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps

export const stepNames = Object.keys(steps).filter((name): name is StepName => Object.hasOwn(steps, name))

/** What can happen to a payment in this state. */
export const stepsFrom = (state: PaymentState): StepName[] => stepNames.filter((name) => steps[name].from === state)

/** https://docs.stripe.com/api/events/object */
export const eventOf = (step: StepName, payment: Payment, now: Date): object => ({
  id: `evt_${randomBytes(12).toString('hex')}`,
  object: 'event',
  livemode: false,
  created: Math.floor(now.getTime() / 1000),
  type: steps[step].event.type,
  data: { object: steps[step].event.object(payment) },
})

/** The payments of this process: the newest ones, since a demonstration may run for long. */
export class Payments {
  readonly #newest = new Map<string, Payment>()

  start(sale: Pick<Payment, 'service' | 'email' | 'amountCents'>): Payment {
    const payment: Payment = { ...sale, id: `pi_${randomBytes(12).toString('hex')}`, state: 'new' }
    this.#newest.set(payment.id, payment)
    const [oldest] = this.#newest.keys()
    if (this.#newest.size > 200 && oldest) this.#newest.delete(oldest)
    return payment
  }

  find(id: string): Payment | undefined {
    return this.#newest.get(id)
  }
}
