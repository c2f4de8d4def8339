import { type GoTrueClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import { connectionMessages } from '#words/connection.ts'

/**
 * `fetch` as the signed-in user. After a 401 the session is refreshed and the request repeated once, since a clock that
 * runs slow takes an expired token for a valid one. A session that is refused even then is ended.
 */
export function authorizedFetch(auth: GoTrueClient, network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const send = (token: string | undefined) => network(input, token ? { ...init, headers: withBearer(init, token) } : init)
    const token = await accessToken(auth)
    const response = await send(token)
    if (response.status !== 401 || !token) return response
    const { error } = await auth.refreshSession()
    if (isAuthRetryableFetchError(error)) throw new Error(connectionMessages.unreachable)
    const renewed = await accessToken(auth)
    if (renewed && renewed !== token) return send(renewed)
    await auth.signOut({ scope: 'local' })
    return response
  }
}

/** An expired session is refreshed first; when that is impossible now, nothing is sent without it. */
async function accessToken(auth: GoTrueClient): Promise<string | undefined> {
  const { data, error } = await auth.getSession()
  if (isAuthRetryableFetchError(error)) throw new Error(connectionMessages.unreachable)
  return data.session?.access_token
}

function withBearer(init: RequestInit | undefined, token: string): Headers {
  const headers = new Headers(init?.headers)
  headers.set('Authorization', `Bearer ${token}`)
  return headers
}
