import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import type { BackendAddress } from './address.ts'
import { authNetwork } from './auth-network.ts'
import { authStorage } from './session-kept.ts'

/** The auth client, which by itself does not repeat a failed refresh for a minute; a visitor may ask for it at once. */
class RetryingAuthClient extends AuthClient {
  /** Forgets the last failure and asks for the session again, twice: the first time may join an attempt about to fail. */
  async retry(): Promise<void> {
    this.lastRefreshFailure = null
    const { error } = await this.getSession()
    if (!isAuthRetryableFetchError(error)) return
    this.lastRefreshFailure = null
    await this.getSession()
  }
}

/** The client of the sign-in service. The session is kept in local storage and refreshed by itself. */
export function openAuth(address: BackendAddress, headers: Record<string, string>, network: typeof fetch): RetryingAuthClient {
  return new RetryingAuthClient({
    url: `${address.url}/auth/v1`,
    headers,
    storageKey: address.sessionKey,
    storage: authStorage(address.sessionKey),
    fetch: authNetwork(network),
    // Links that act by themselves, as Supabase's own e-mails have, then carry a code that is worth nothing outside this browser, instead of tokens.
    flowType: 'pkce',
    // Each link then names the PKCE secret it was requested with. A later request may have replaced the secret without an
    // e-mail being sent: the earlier link would then be useless here.
    experimental: { appendPkceFlowIdToRedirects: true, recoveryCodes: true },
    // `links/landing.ts` receives them.
    detectSessionInUrl: false,
  })
}
