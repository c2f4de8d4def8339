import { createRemoteJWKSet } from 'jose'
import { connectFirst } from './connect-first.ts'
import { parseEnvironment } from './environment.ts'
import { createHandler } from './handler.ts'
import { createCallerIdentifier } from './identify-caller.ts'
import { createRestStore } from './rest-store.ts'
import { createTokenVerifier } from './verify-token.ts'
import { wait } from './wait.ts'

// The entry of the Supabase Edge Function: the handler on Deno and on the project's own interfaces.
const parsed = parseEnvironment((variable) => Deno.env.get(variable))
if ('faults' in parsed) throw new Error(`The environment of submit-to-disputefox: ${parsed.faults.join('; ')}`)
const { supabaseUrl, serviceKey, delivery, purgeAfterDays } = parsed.environment

const keys = createRemoteJWKSet(new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`))

/** Supabase's runtime ends an instance after its answer, unless it is told what goes on; plain Deno just goes on. */
declare const EdgeRuntime: { waitUntil(promise: Promise<unknown>): void } | undefined

Deno.serve(
  createHandler({
    identify: createCallerIdentifier(serviceKey, createTokenVerifier(keys, () => new Date())),
    store: createRestStore({ supabaseUrl, serviceKey }, fetch),
    settings: delivery,
    purgeAfterDays,
    fetch: connectFirst(fetch, Deno.connect),
    now: () => new Date(),
    random: Math.random,
    wait,
    waitUntil: (promise) => {
      if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(promise)
    },
    log: (event, fields) => console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields })),
  }),
)
