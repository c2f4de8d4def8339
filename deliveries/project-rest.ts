/** A Supabase project, as its Edge Functions know it. */
export interface Project {
  /** Without a slash at the end. */
  supabaseUrl: string
  serviceKey: string
}

/** The project's REST interface, as the service. Whatever is not answered with 2xx in time throws, and says nothing of a row. */
export interface ProjectRest {
  ask: (pathAndQuery: string, init?: { method?: string; body?: object }) => Promise<unknown>
  /** Calls one function of the migrations with named arguments. */
  call: (name: string, parameters: object) => Promise<unknown>
}

const timeoutMs = 5_000

export function openProjectRest(project: Project, fetch: typeof globalThis.fetch): ProjectRest {
  const ask: ProjectRest['ask'] = async (pathAndQuery, init = {}) => {
    const response = await fetch(`${project.supabaseUrl}/rest/v1/${pathAndQuery}`, {
      method: init.method ?? 'GET',
      headers: { ...serviceHeaders(project.serviceKey), 'content-type': 'application/json' },
      body: init.body ? JSON.stringify(init.body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The REST interface answered with ${response.status}`)
    return response.status === 204 ? undefined : response.json()
  }
  return { ask, call: (name, parameters) => ask(`rpc/${name}`, { method: 'POST', body: parameters }) }
}

// The project's API gateway exchanges a secret key, which is opaque, for a token. The legacy service key is a token.
function serviceHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }
}
