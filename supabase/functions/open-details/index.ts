import { createDetailsOpener } from '../../../deliveries/personal-details.ts'
import { log, readVariable } from '../_shared/edge-runtime.ts'
import { parseSecretKeys } from '../_shared/private-keys.ts'
import { parseEnvironment } from './environment.ts'
import { createOpenDetailsHandler } from './handler.ts'

// The entry of the Supabase Edge Function: connects the handler to Deno and to the project's own interfaces.
const parsed = parseEnvironment(readVariable)
if ('fault' in parsed) throw new Error(`The environment of open-details: ${parsed.fault.join('; ')}`)
const { supabaseUrl, privateKeys } = parsed.ok
const timeoutMs = 15_000

Deno.serve(
  createOpenDetailsHandler({
    openDetails: createDetailsOpener(await parseSecretKeys(privateKeys)),
    log,
    callAs(request, name, parameters) {
      const headers = new Headers({ 'content-type': 'application/json' })
      for (const each of ['authorization', 'apikey']) {
        const value = request.headers.get(each)
        if (value !== null) headers.set(each, value)
      }
      const signal = AbortSignal.timeout(timeoutMs)
      return fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(parameters), signal })
    },
  }),
)
