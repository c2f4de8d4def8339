import { contactMethodLabels, onboardingLabels } from '../../../content/onboarding.ts'
import { receiptWords } from '../../../content/onboarding-success.ts'
import { customerName, type OnboardingValues } from '../../../domain/enrollment.ts'
import { hasSignedOutSince } from '../../backend/deliberate-sign-out.ts'

export interface Receipt {
  userId: string
  sentAtMs: number
  lines: readonly { label: string; text: string }[]
}

/** In memory only: it goes with the document, or with the next one that is sent. */
let latest: Receipt | undefined

/** Keeps what was sent for the page after it, with what nobody needs to read in full already masked. */
export function keepReceipt(sent: { userId: string; sentAtMs: number; planName: string; values: OnboardingValues }): void {
  const { userId, sentAtMs, planName, values } = sent
  latest = { userId, sentAtMs, lines: linesOf(planName, values) }
}

/** The receipt of this account, unless it has signed out deliberately since. */
export function receiptOf(userId: string): Receipt | undefined {
  if (latest?.userId !== userId || hasSignedOutSince(userId, latest.sentAtMs)) return undefined
  return latest
}

export function forgetReceipt(): void {
  latest = undefined
}

function linesOf(planName: string, values: OnboardingValues): Receipt['lines'] {
  const { streetAddress, city, state, zipCode } = values
  return [
    { label: receiptWords.plan, text: planName },
    { label: receiptWords.name, text: customerName(values) },
    { label: onboardingLabels.dateOfBirth, text: `••/••/${values.dateOfBirth.slice(0, 4)}` },
    { label: receiptWords.ssn, text: `•••-••-${values.ssnLastFour}` },
    { label: onboardingLabels.email, text: values.email },
    { label: onboardingLabels.phone, text: values.phone },
    { label: onboardingLabels.preferredContactMethod, text: contactMethodLabels[values.preferredContactMethod] },
    { label: receiptWords.address, text: `${streetAddress}, ${city}, ${state} ${zipCode}` },
    { label: onboardingLabels.notes, text: values.notes },
  ].filter(({ text }) => text !== '')
}
