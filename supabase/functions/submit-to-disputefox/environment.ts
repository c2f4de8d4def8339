import * as v from 'valibot'
import { type PurgeAfterDays, retentionEntries } from '../../../deliveries/retention.ts'
import { deliveryEntries, type DeliverySettings, deliverySettings } from '../../../deliveries/settings.ts'
import { teamEntries } from '../../../deliveries/team-digest.ts'
import type { Result } from '../../../domain/result.ts'

/** The variables of the Edge Function. Supabase sets the first three itself. */
const entries = {
  SUPABASE_URL: v.pipe(v.string('is missing'), v.url('must be an address')),
  /** `{"default":"sb_secret_..."}`. */
  SUPABASE_SECRET_KEYS: v.optional(
    v.pipe(
      v.string(),
      v.parseJson(undefined, 'must be JSON'),
      v.object({ default: v.optional(v.string('must be a text')) }, 'must map names to keys'),
    ),
  ),
  /** The legacy key, a long-lived JWT. */
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
  /** The private keys, as `npm run keys` writes them. */
  PERSONAL_DETAILS_KEYS: v.string('is missing: npm run keys -- rotate --prepare'),
  ...deliveryEntries,
  ...retentionEntries,
  ...teamEntries,
}

export const variableNames = Object.keys(entries)

export interface FunctionEnvironment {
  /** Without a slash at the end. */
  supabaseUrl: string
  serviceKey: string
  /** Not parsed yet. */
  privateKeys: string
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
  /** Where the team's digest is posted. */
  teamWebhookUrl: string | undefined
}

/** Parses all variables; an empty one counts as unset. Reports every fault, not only the first. */
export function parseEnvironment(
  read: (variable: string) => string | undefined,
): Result<FunctionEnvironment, string[]> {
  const given = Object.fromEntries(variableNames.map((name) => [name, read(name) || undefined]))
  const parsed = v.safeParse(v.object(entries), given)
  if (!parsed.success) return { fault: parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`) }
  const { SUPABASE_URL, SUPABASE_SECRET_KEYS, SUPABASE_SERVICE_ROLE_KEY, ...variables } = parsed.output
  const serviceKey = SUPABASE_SECRET_KEYS?.default ?? SUPABASE_SERVICE_ROLE_KEY
  const delivery = deliverySettings(variables)
  const faults = 'fault' in delivery ? delivery.fault : []
  if (!serviceKey) faults.push('SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY is missing')
  if ('fault' in delivery || !serviceKey) return { fault: faults }
  return {
    ok: {
      supabaseUrl: SUPABASE_URL.replace(/\/+$/, ''),
      serviceKey,
      privateKeys: variables.PERSONAL_DETAILS_KEYS,
      delivery: delivery.ok,
      purgeAfterDays: variables.PURGE_AFTER_DAYS,
      teamWebhookUrl: variables.TEAM_WEBHOOK_URL,
    },
  }
}
