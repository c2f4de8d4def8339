import type { ShownText } from '../../domain/consents.ts'
import { type OnboardingValues, toClientData, toEnrollmentRow } from '../../domain/enrollment.ts'
import type { EnrollmentBackend } from './enrollment-backend.ts'
import type { Delivery, Saved } from './enrollments.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { OpenedForm } from './opened-form.ts'

export interface Submission {
  /** Whose form it is. */
  userId: string
  values: OnboardingValues
  planName: string
  /** What the client agrees to by sending it. */
  agreedTo: ShownText[]
}

export interface Dependencies {
  backend: EnrollmentBackend
  form: OpenedForm
  oneAtATime: OneAtATime
}

export type Submitted =
  | { outcome: 'saved'; delivery: Delivery['outcome'] }
  /** Another tab has sent this form since it was opened here; nothing was sent from here. */
  | { outcome: 'sent-elsewhere' }
  | Exclude<Saved, { outcome: 'saved' }>

/** Saves the enrollment, then has it delivered; a delivery that fails takes nothing back (R-ONBOARDING-SUBMIT). */
export function submitOnboarding(submission: Submission, { backend, form, oneAtATime }: Dependencies): Promise<Submitted> {
  const { userId, values, planName, agreedTo } = submission
  return oneAtATime(form.name, async () => {
    if (form.look() === 'sent-elsewhere') return { outcome: 'sent-elsewhere' }
    const reading = await backend.readAccount()
    if (reading.outcome === 'unreachable') return { outcome: 'unanswered' }
    // Somebody else may have signed in meanwhile, in another tab.
    if (reading.outcome !== 'signed-in' || reading.account.userId !== userId) return { outcome: 'signed-out' }
    const row = toEnrollmentRow(values, planName, userId)
    const repeated = form.noteTry(JSON.stringify([row, agreedTo]))
    const saved = await backend.saveEnrollment(row, { ...form.target, repeated }, agreedTo)
    if (saved.outcome !== 'saved') return saved
    form.noteSent()
    const delivery = await backend.requestDelivery(saved.id, toClientData(values, planName))
    return { outcome: 'saved', delivery: delivery.outcome }
  })
}
