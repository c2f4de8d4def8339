/** Why a payment waits for a person, and what to do; the keys are those of `payments.review`. */
const reviewWords: Record<string, string> = {
  'unknown-plan': 'Nothing says what was bought. If it is a plan: assign --plan; if it is a donation or the like: dismiss.',
  'wrong-amount': 'The amount is not the price of the plan. Ask the payer, then assign or dismiss; refund it at the checkout if need be.',
  'wrong-currency': 'It was not paid in US dollars. Ask the payer, then assign or dismiss; refund it at the checkout if need be.',
  'no-email': 'Nobody knows who paid. The checkout may: then assign --enrollment, or dismiss.',
  'paid-again': 'The same plan was paid from this address lately. If by mistake, refund it at the checkout and dismiss; otherwise assign.',
  'several-forms': 'The payer has sent several forms. Assign it to the one that is meant: --enrollment.',
}

export const explainReview = (code: string): string => reviewWords[code] ?? 'This version does not know why. Assign or dismiss it.'
