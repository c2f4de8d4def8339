import * as fc from 'fast-check'
import { assessmentChoices } from '../../domain/assessment.ts'

const { latePayments, derogatories, hardInquiries, utilization, accountAge, judgments } = assessmentChoices

/** Any valid inputs of the plan assessment, counts around the rules' limits among them. */
export const anyInputs = fc.record({
  latePayments: fc.constantFrom('', ...latePayments),
  derogatories: fc.constantFrom('', ...derogatories),
  hardInquiries: fc.constantFrom('', ...hardInquiries),
  utilization: fc.constantFrom('', ...utilization),
  accountAge: fc.constantFrom('', ...accountAge),
  bankruptcy: fc.boolean(),
  judgments: fc.constantFrom('', ...judgments),
  negativeAccounts: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 999 })),
  hasMonitoring: fc.boolean(),
})
