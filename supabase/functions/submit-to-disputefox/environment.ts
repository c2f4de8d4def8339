import * as v from 'valibot'
import { deliveryEntries, type DeliverySettings, deliverySettings } from '../../../deliveries/settings.ts'
import { type PurgeAfterDays, retentionEntries } from '../../../deliveries/retention.ts'
import { teamEntries } from '../../../deliveries/team-webhook.ts'

/** What the Edge Function reads of its environment. Supabase sets the first three by itself. */
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
  /** The older kind, a long-lived token. */
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
  ...deliveryEntries,
  ...retentionEntries,
  ...teamEntries,
}

export const variableNames = Object.keys(entries)

export interface FunctionEnvironment {
  /** Without a slash at the end. */
  supabaseUrl: string
  serviceKey: string
  delivery: DeliverySettings
  purgeAfterDays: PurgeAfterDays
  /** Where the team is told that a delivery needs a person. */
  teamWebhookUrl: string | undefined
}

/** Reads all variables once, an empty one as unset; every fault is named, not only the first. */
export function parseEnvironment(
  read: (variable: string) => string | undefined,
): { environment: FunctionEnvironment } | { faults: string[] } {
  const given = Object.fromEntries(variableNames.map((name) => [name, read(name) || undefined]))
  const parsed = v.safeParse(v.object(entries), given)
  if (!parsed.success) return { faults: parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`) }
  const { SUPABASE_URL, SUPABASE_SECRET_KEYS, SUPABASE_SERVICE_ROLE_KEY, ...variables } = parsed.output
  const serviceKey = SUPABASE_SECRET_KEYS?.default ?? SUPABASE_SERVICE_ROLE_KEY
  const delivery = deliverySettings(variables)
  const faults = 'faults' in delivery ? delivery.faults : []
  if (!serviceKey) faults.push('SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY is missing')
  if ('faults' in delivery || !serviceKey) return { faults }
  return {
    environment: {
      supabaseUrl: SUPABASE_URL.replace(/\/+$/, ''),
      serviceKey,
      delivery: delivery.settings,
      purgeAfterDays: variables.PURGE_AFTER_DAYS,
      teamWebhookUrl: variables.TEAM_WEBHOOK_URL,
    },
  }
}
