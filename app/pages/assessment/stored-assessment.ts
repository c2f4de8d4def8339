import { type AssessmentInputs, assessmentStoredAs, parseAssessment } from '../../../domain/assessment.ts'
import { keptText } from '../../backend/browser-storage.ts'

/** The tab's memory of the assessment (R-ASSESSMENT-MEMORY). */
const stored = keptText('tab', assessmentStoredAs)

export function storedInputs(): AssessmentInputs {
  return parseAssessment(stored.read())
}

export function storeInputs(inputs: AssessmentInputs): void {
  stored.write(JSON.stringify(inputs))
}

export function forgetInputs(): void {
  stored.forget()
}
