import { useState } from 'react'
import { useNavigate } from 'react-router'
import { onboardingMessages as messages } from '#words/onboarding.ts'
import type { ShownText } from '../../../domain/consents.ts'
import type { OnboardingValues } from '../../../domain/enrollment.ts'
import { hasSignedOutSince } from '../../backend/deliberate-sign-out.ts'
import { enrollmentBackend } from '../../backend/enrollment-backend.ts'
import { oneAtATime } from '../../backend/one-at-a-time.ts'
import type { OpenedForm, Opening } from '../../backend/opened-form.ts'
import { forgetReturn } from '../../backend/return-path.ts'
import { submitOnboarding } from '../../backend/submit-onboarding.ts'
import { paths } from '../../paths.ts'
import { forgetDraft } from './onboarding-draft.ts'
import { keepReceipt } from './onboarding-receipt.ts'
import type { Sent } from './onboarding-sent.ts'
import { showNotice } from '../../ui/toasts.tsx'

/** Why the last attempt to send the form did not go through. */
export type Attempt = 'none' | 'failed' | 'not-yours' | 'unanswered' | 'sent-elsewhere'

/** Sends one opened onboarding form, reports the result and goes on to the confirmation (R-ONBOARDING-SUBMIT). */
export function useOnboarding(opening: Opening, form: OpenedForm, onSignedOut: () => void) {
  const { userId, planName } = opening
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState<Attempt>('none')

  async function send(values: OnboardingValues, agreedTo: ShownText[]) {
    setAttempt('none')
    const startedAtMs = Date.now()
    const submitted = await submitOnboarding({ userId, values, planName, agreedTo }, { backend: enrollmentBackend(), form, oneAtATime })
    // After a deliberate sign-out nothing is shown: somebody else may be at the screen.
    if (hasSignedOutSince(userId, startedAtMs)) return
    if (submitted.outcome === 'signed-out') return onSignedOut()
    if (submitted.outcome !== 'saved') {
      if (submitted.outcome !== 'sent-elsewhere') {
        const message = submitted.outcome === 'failed' ? submitted.message : messages.saveFailed
        showNotice({ title: messages.saveFailedTitle, message, tone: 'error' })
      }
      return setAttempt(submitted.outcome)
    }
    forgetDraft(opening)
    forgetReturn()
    keepReceipt({ userId, sentAtMs: Date.now(), planName, values })
    if (submitted.delivery === 'failed') showNotice(messages.notDelivered)
    showNotice({ ...messages.submitted, tone: 'success' })
    const state: Sent = { userId, sent: submitted.delivery === 'accepted' ? 'delivered' : 'saved' }
    await navigate(paths.onboardingSuccess, { replace: true, state })
    // Stays in flight until the next page is there, so that nothing can be sent again.
    await new Promise(() => undefined)
  }

  return { attempt, send }
}
