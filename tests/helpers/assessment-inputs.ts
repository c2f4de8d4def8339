import * as fc from 'fast-check'
import { type AssessmentField, assessmentFields, type AssessmentInputs, assessmentTable, parseAssessment } from '../../domain/assessment.ts'

const counts = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 999 }))

function anyInput(field: AssessmentField): fc.Arbitrary<unknown> {
  const rule = assessmentTable[field]
  if (rule.kind === 'yes-or-no') return fc.boolean()
  return rule.kind === 'count' ? counts : fc.constantFrom('', ...rule.options)
}

/** Any valid inputs of the plan assessment, counts around the rules' limits among them. */
export const anyInputs: fc.Arbitrary<AssessmentInputs> = fc
  .record(Object.fromEntries(assessmentFields.map((field) => [field, anyInput(field)])))
  .map(parseAssessment)
