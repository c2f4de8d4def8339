import { createRemoteJWKSet } from 'jose'
import { parseEnvironment } from './environment.ts'
import { createHandler } from './handler.ts'
import { createRestStore } from './rest-store.ts'
import { createTokenVerifier } from './verify-token.ts'

// The entry of the Supabase Edge Function: the handler on Deno and on the project's own interfaces.
const parsed = parseEnvironment((variable) => Deno.env.get(variable))
if ('faults' in parsed) throw new Error(`The environment of submit-to-disputefox: ${parsed.faults.join('; ')}`)
const { supabaseUrl, serviceKey, delivery } = parsed.environment

const keys = createRemoteJWKSet(new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`))

Deno.serve(
  createHandler({
    verifyToken: createTokenVerifier(keys, () => new Date()),
    loadEnrollment: createRestStore({ supabaseUrl, serviceKey }, fetch),
    settings: delivery,
    fetch,
    log: (event, fields) => console.log(JSON.stringify({ time: new Date().toISOString(), event, ...fields })),
  }),
)
