import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AuthClient, type AuthError, type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import type { Environment } from '../env.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { printable } from '../terminal/text.ts'

const answerMs = 15_000

/**
 * The sign-in service, with the service key: Supabase's, or the gateway's on this machine, which speaks the same protocol
 * (supabase/auth, openapi.yaml).
 */
export async function openAuthAdmin(environment: Environment): Promise<GoTrueClient> {
  const { url, key } = await placeOf(environment)
  return new AuthClient({
    url,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) }),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  })
}

async function placeOf({ site, supabaseSecretKey, dataFolder, host, port }: Environment): Promise<{ url: string; key: string }> {
  if (site.supabase) {
    if (!supabaseSecretKey) throw new CommandFault("Set SUPABASE_SECRET_KEY to the project's secret key (or its service_role key) for this command.")
    return { url: `${site.supabase.url}/auth/v1`, key: supabaseSecretKey }
  }
  const file = path.join(dataFolder, 'keys/service-role.jwt')
  const key = await readFile(file, 'utf8').catch(() => {
    throw new CommandFault(`There is no service token in ${file}. Run this on the machine of a gateway, as its user.`)
  })
  const everywhere = host === '0.0.0.0' || host === '::'
  return { url: `http://${everywhere ? '127.0.0.1' : bracketed(host)}:${port}${site.basePath}auth/v1`, key }
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Ends the command if the sign-in service has refused. */
export function throwIfRefused(error: AuthError | null): void {
  if (!error) return
  if (isAuthRetryableFetchError(error)) throw new CommandFault('The sign-in service does not answer. Start the gateway first, or look at SUPABASE_URL.')
  throw new CommandFault(`The sign-in service refuses: ${printable(error.message)}`)
}
