import { createRemoteJWKSet } from 'jose'
import { createDetailsOpener } from '../../../deliveries/personal-details.ts'
import { createRestStore } from '../../../deliveries/rest-store.ts'
import { purgeWhenDue } from '../../../deliveries/retention.ts'
import { sendDigestWhenDue, teamWebhook } from '../../../deliveries/team-digest.ts'
import { wait } from '../../../deliveries/wait.ts'
import { log, readVariable, waitUntil } from '../_shared/edge-runtime.ts'
import { createPayerMail } from '../_shared/payer-mail.ts'
import { connectFirst } from './connect-first.ts'
import { parseEnvironment } from './environment.ts'
import { createHandler } from './handler.ts'
import { createCallerIdentifier } from './identify-caller.ts'
import { loadPrivateKeys } from './private-keys.ts'
import { createTokenVerifier } from './verify-token.ts'

// The entry of the Supabase Edge Function: connects the handler to Deno and to the project's own interfaces.
const parsed = parseEnvironment(readVariable)
if ('fault' in parsed) throw new Error(`The environment of submit-to-disputefox: ${parsed.fault.join('; ')}`)
const { project, privateKeys, delivery, purgeAfterDays, teamWebhookUrl } = parsed.ok

const keys = createRemoteJWKSet(new URL(`${project.supabaseUrl}/auth/v1/.well-known/jwks.json`))
const store = createRestStore(project, fetch)
const dependencies = {
  store,
  openDetails: createDetailsOpener(await loadPrivateKeys(privateKeys, store)),
  fetch: connectFirst(fetch, Deno.connect),
  now: () => new Date(),
  random: Math.random,
  wait,
  log,
}
const sendPayerEmails = createPayerMail(readVariable, project, log)
const notifiers = teamWebhookUrl ? [teamWebhook(teamWebhookUrl, dependencies)] : []

Deno.serve(
  createHandler({
    ...dependencies,
    identify: createCallerIdentifier(project.serviceKey, createTokenVerifier(keys, () => new Date())),
    settings: delivery,
    // Supabase limits requests itself, and the database what an account and a network may write (R-QUOTAS).
    withinLimits: (_, respond) => respond(),
    async runUpkeep() {
      await purgeWhenDue(purgeAfterDays, dependencies)
      await sendDigestWhenDue(notifiers, dependencies)
      await sendPayerEmails()
    },
    waitUntil,
  }),
)
