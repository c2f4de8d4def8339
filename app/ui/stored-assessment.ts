import { type AssessmentInputs, assessmentStoredAs, parseAssessment } from '../../domain/assessment.ts'

/** The tab's memory of the assessment (§3). A browser that refuses storage only forgets. */

export function storedInputs(): AssessmentInputs {
  try {
    return parseAssessment(sessionStorage.getItem(assessmentStoredAs))
  } catch {
    return parseAssessment(undefined)
  }
}

export function storeInputs(inputs: AssessmentInputs): void {
  try {
    sessionStorage.setItem(assessmentStoredAs, JSON.stringify(inputs))
  } catch {
    return
  }
}

export function forgetInputs(): void {
  try {
    sessionStorage.removeItem(assessmentStoredAs)
  } catch {
    return
  }
}
