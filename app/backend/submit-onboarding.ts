import { type OnboardingValues, toClientData, toEnrollmentRow } from '../../domain/enrollment.ts'
import type { Backend } from './backend.ts'
import type { Delivery, Saved } from './enrollments.ts'

export interface Submission {
  values: OnboardingValues
  planName: string
  /** The enrollment to update; without one, a new enrollment is inserted. */
  enrollmentId: string | undefined
}

export type Submitted =
  | { outcome: 'signed-out' }
  | Extract<Saved, { outcome: 'failed' }>
  | { outcome: 'saved'; id: string; delivery: Delivery['outcome'] }

/** Saves the enrollment, then has it delivered; a delivery that fails takes nothing back (§4, §8). */
export async function submitOnboarding(submission: Submission, backend: Backend): Promise<Submitted> {
  const { values, planName, enrollmentId } = submission
  const account = await backend.readAccount()
  if (!account) return { outcome: 'signed-out' }
  const saved = await backend.saveEnrollment(toEnrollmentRow(values, planName, account.userId), enrollmentId)
  if (saved.outcome === 'failed') return saved
  const delivery = await backend.requestDelivery(saved.id, toClientData(values, planName))
  return { outcome: 'saved', id: saved.id, delivery: delivery.outcome }
}
