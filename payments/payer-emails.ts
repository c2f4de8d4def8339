import { type PaymentFacts, paymentEmails } from '../content/emails/payment-emails.ts'
import type { EmailWords } from '../content/emails/emails.ts'
import type { PaymentEmail, PaymentStore } from './payment-store.ts'

/** An e-mail for the mailer. */
export interface PayerEmail {
  kind: 'payment'
  to: string
  words: EmailWords
  link?: string
  stop?: { page: string; endpoint: string }
}

export interface PayerEmailsDependencies {
  store: PaymentStore
  send: (email: PayerEmail) => Promise<'sent' | 'failed'>
  /** The public address of the site. Ends with a slash. */
  siteUrl: string
  /** Where mail programs end the reminders: the function `payment-received`. */
  functionUrl: string
}

/** In one run, so that one that fails at once cannot keep it busy. */
const most = 20

/** Sends the e-mails that are due, from one process each. What fails is due again later (R-PAYMENT-EMAILS). */
export async function sendPayerEmails({ store, send, siteUrl, functionUrl }: PayerEmailsDependencies): Promise<void> {
  for (let count = 0; count < most; count += 1) {
    const due = await store.claimEmail()
    if (!due) return
    const outcome = await send(payerEmail(due, siteUrl, functionUrl))
    if (outcome === 'sent') await store.finishEmail(due)
  }
}

/** The e-mail that is due, with its links. */
export function payerEmail(due: PaymentEmail, siteUrl: string, functionUrl: string): PayerEmail {
  const { to, number } = due
  const facts: PaymentFacts = {
    planName: due.plan_name,
    amountCents: due.amount_cents,
    paidOn: due.paid_at.slice(0, 10),
    reference: due.reference,
  }
  if (due.onboarded) return { kind: 'payment', to, words: paymentEmails.receiptOnly(facts) }
  const link = onboardingLink(due, siteUrl)
  if (number === 0) return { kind: 'payment', to, words: paymentEmails.receipt(facts), link }
  const token = `stop=${due.stop_token}`
  const stop = { page: `${siteUrl}welcome#${token}`, endpoint: `${functionUrl}?${token}` }
  return { kind: 'payment', to, words: paymentEmails.reminder(facts), link, stop }
}

/**
 * To the form of this enrollment. The address stands behind the `#`, which browsers send nowhere, and fills in the field of
 * whoever has to sign in, or up, first.
 */
function onboardingLink({ to, plan_name: plan, enrollment_id: id, has_account: hasAccount }: PaymentEmail, siteUrl: string): string {
  const query = new URLSearchParams({ enrollment_id: id, plan })
  const fragment = new URLSearchParams({ email: to, ...(hasAccount ? {} : { account: 'new' }) })
  return `${siteUrl}client-onboarding?${query}#${fragment}`
}
