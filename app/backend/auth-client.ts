import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import type { BackendAddress } from './address.ts'
import { authNetwork } from './auth-network.ts'
import { authStorage } from './session-kept.ts'

/** The auth client, which after a failed refresh keeps still for a minute: time that a visitor need not wait for. */
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
    // Links in e-mails then carry a code that is worth nothing outside this browser, instead of tokens.
    flowType: 'pkce',
    // Each link then names the secret that it was asked for with. A letter may have been asked for again since, and none
    // written: without its own secret the first link would be worth nothing here.
    experimental: { appendPkceFlowIdToRedirects: true },
    // Where links land is the business of email-link.ts.
    detectSessionInUrl: false,
  })
}
