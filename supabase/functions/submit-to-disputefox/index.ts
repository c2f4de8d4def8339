import { createRemoteJWKSet } from 'jose'
import { createDetailsOpener } from '../../../deliveries/personal-details.ts'
import { createRestStore } from '../../../deliveries/rest-store.ts'
import { purgeWhenDue } from '../../../deliveries/retention.ts'
import { sendDigestWhenDue, teamWebhook } from '../../../deliveries/team-digest.ts'
import { wait } from '../../../deliveries/wait.ts'
import { connectFirst } from './connect-first.ts'
import { parseEnvironment } from './environment.ts'
import { createHandler } from './handler.ts'
import { createCallerIdentifier } from './identify-caller.ts'
import { loadPrivateKeys } from './private-keys.ts'
import { createTokenVerifier } from './verify-token.ts'

// The entry of the Supabase Edge Function: connects the handler to Deno and to the project's own interfaces.
const parsed = parseEnvironment((variable) => Deno.env.get(variable))
if ('fault' in parsed) throw new Error(`The environment of submit-to-disputefox: ${parsed.fault.join('; ')}`)
const { supabaseUrl, serviceKey, privateKeys, delivery, purgeAfterDays, teamWebhookUrl } = parsed.ok

const keys = createRemoteJWKSet(new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`))
const store = createRestStore({ supabaseUrl, serviceKey }, fetch)
const dependencies = {
  store,
  openDetails: createDetailsOpener(await loadPrivateKeys(privateKeys, store)),
  fetch: connectFirst(fetch, Deno.connect),
  now: () => new Date(),
  random: Math.random,
  wait,
  log: (event: string, fields?: Record<string, string | number | undefined>) =>
    console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields })),
}
const notifiers = teamWebhookUrl ? [teamWebhook(teamWebhookUrl, dependencies)] : []

/** Supabase's runtime ends an instance after its answer, unless it is told to wait for a promise. Plain Deno has no such object. */
declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void } | undefined

Deno.serve(
  createHandler({
    ...dependencies,
    identify: createCallerIdentifier(serviceKey, createTokenVerifier(keys, () => new Date())),
    settings: delivery,
    // Supabase limits requests itself, and the database what an account and a network may write (R-QUOTAS).
    withinLimits: (_, respond) => respond(),
    async runUpkeep() {
      await purgeWhenDue(purgeAfterDays, dependencies)
      await sendDigestWhenDue(notifiers, dependencies)
    },
    waitUntil: (promise) => {
      if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(promise)
    },
  }),
)
