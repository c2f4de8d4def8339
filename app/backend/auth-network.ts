/**
 * `fetch` for the auth client, which otherwise signs people out needlessly: it compares the server's `expires_at` with the
 * visitor's clock, which may be hours off, and takes "too many requests" at a refresh for the end of the session.
 */
export function authNetwork(network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await network(input, init)
    if (response.ok) return withoutExpiresAt(response)
    const isRefresh = input instanceof Request ? false : String(input).includes('grant_type=refresh_token')
    if (isRefresh && response.status === 429) return new Response(response.body, { status: 503, headers: response.headers })
    return response
  }
}

/** Without `expires_at` the client counts `expires_in` from the moment of the answer, on its own clock. */
async function withoutExpiresAt(response: Response): Promise<Response> {
  const text = await response.text()
  const same = () => new Response(text || null, response)
  if (!text.includes('"expires_at"')) return same()
  try {
    const { expires_at: _, ...rest }: Record<string, unknown> = JSON.parse(text)
    return new Response(JSON.stringify(rest), response)
  } catch {
    // No JSON: the client says so itself.
    return same()
  }
}
