import * as v from 'valibot'
import { type PurgeAfterDays, retentionEntries } from '../../../deliveries/retention.ts'
import { deliveryEntries, type DeliverySettings, deliverySettings } from '../../../deliveries/settings.ts'
import { teamEntries } from '../../../deliveries/team-digest.ts'
import type { Project } from '../../../deliveries/project-rest.ts'
import type { Result } from '../../../domain/result.ts'
import { payerMailVariables } from '../_shared/payer-mail.ts'
import { faultsOf, given, noKey, personalDetailsKeys, projectEntries, projectOf, type ReadVariable } from '../_shared/project-variables.ts'

const entries = {
  ...projectEntries,
  ...personalDetailsKeys,
  ...deliveryEntries,
  ...retentionEntries,
  ...teamEntries,
}

export const variableNames = [...Object.keys(entries), ...payerMailVariables]

export interface FunctionEnvironment {
  project: Project
  /** Not parsed yet. */
  privateKeys: string
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
  /** Where the team's digest is posted. */
  teamWebhookUrl: string | undefined
}

/** Parses all variables but those of e-mails. Reports every fault, not only the first. */
export function parseEnvironment(read: ReadVariable): Result<FunctionEnvironment, string[]> {
  const parsed = v.safeParse(v.object(entries), given(entries, read))
  if (!parsed.success) return { fault: faultsOf(parsed.issues) }
  const variables = parsed.output
  const project = projectOf(variables)
  const delivery = deliverySettings(variables)
  const faults = 'fault' in delivery ? delivery.fault : []
  if (!project) faults.push(noKey)
  if ('fault' in delivery || !project) return { fault: faults }
  return {
    ok: {
      project,
      privateKeys: variables.PERSONAL_DETAILS_KEYS,
      delivery: delivery.ok,
      purgeAfterDays: variables.PURGE_AFTER_DAYS,
      teamWebhookUrl: variables.TEAM_WEBHOOK_URL,
    },
  }
}
