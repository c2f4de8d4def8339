import * as v from 'valibot'
import type { Project } from '../../../deliveries/project-rest.ts'
import type { Result } from '../../../domain/result.ts'
import { paymentEntries, type PaymentSettings, paymentSettings } from '../../../payments/settings.ts'
import { payerMailVariables } from '../_shared/payer-mail.ts'
import { faultsOf, given, noKey, projectEntries, projectOf, type ReadVariable } from '../_shared/project-variables.ts'

const entries = { ...projectEntries, ...paymentEntries }

export const variableNames = [...Object.keys(entries), ...payerMailVariables]

export interface FunctionEnvironment {
  project: Project
  payments: PaymentSettings
}

/** Parses all variables but those of e-mails. Reports every fault, not only the first. */
export function parseEnvironment(read: ReadVariable): Result<FunctionEnvironment, string[]> {
  const parsed = v.safeParse(v.object(entries), given(entries, read))
  if (!parsed.success) return { fault: faultsOf(parsed.issues) }
  const project = projectOf(parsed.output)
  return project ? { ok: { project, payments: paymentSettings(parsed.output) } } : { fault: [noKey] }
}
