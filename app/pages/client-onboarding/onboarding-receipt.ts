import { contactMethodLabels, onboardingLabels as labels } from '#words/onboarding.ts'
import { receiptWords as words } from '#words/onboarding-success.ts'
import { customerName, type OnboardingValues } from '../../../domain/enrollment.ts'
import type { EnrollmentField } from '../../../domain/enrollment-fields.ts'
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

type Line = Receipt['lines'][number]

/** What the receipt says of each field, or the field in whose line it stands. */
function linesOf(planName: string, values: OnboardingValues): Line[] {
  const { streetAddress, city, state, zipCode } = values
  const lines: Record<EnrollmentField, Line | EnrollmentField> = {
    planName: { label: words.plan, text: planName },
    firstName: { label: words.name, text: customerName(values) },
    middleName: 'firstName',
    lastName: 'firstName',
    dateOfBirth: { label: labels.dateOfBirth, text: `••/••/${values.dateOfBirth.slice(0, 4)}` },
    ssnLastFour: { label: words.ssn, text: `•••-••-${values.ssnLastFour}` },
    email: { label: labels.email, text: values.email },
    phone: { label: labels.phone, text: values.phone },
    preferredContactMethod: {
      label: labels.preferredContactMethod,
      text: contactMethodLabels[values.preferredContactMethod],
    },
    streetAddress: { label: words.address, text: `${streetAddress}, ${city}, ${state} ${zipCode}` },
    city: 'streetAddress',
    state: 'streetAddress',
    zipCode: 'streetAddress',
    notes: { label: labels.notes, text: values.notes },
  }
  return Object.values(lines).filter((line) => typeof line === 'object').filter(({ text }) => text !== '')
}
