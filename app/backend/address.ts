/** Where the backend answers and what this site calls itself to it. */
export interface BackendAddress {
  /** No slash at the end; `auth/v1`, `rest/v1` and `functions/v1` lie below it. */
  url: string
  /** The publishable key that Supabase wants with every request; the gateway wants none. */
  publishableKey: string | undefined
  /** The site's own root with its base path, where the sign-in service leads back to. Ends with a slash. */
  siteRoot: string
  /** The name in local storage under which the session is kept. */
  sessionKey: string
}

interface BuildSettings {
  BASE_URL: string
  SUPABASE_URL?: string | undefined
  SUPABASE_PUBLISHABLE_KEY?: string | undefined
}

/** The address from the build's settings and the site's own origin: without a Supabase, the site is its own backend. */
export function backendAddress(settings: BuildSettings, origin: string): BackendAddress {
  const siteRoot = new URL(settings.BASE_URL, origin).href
  const url = (settings.SUPABASE_URL || siteRoot).replace(/\/+$/, '')
  return {
    url,
    publishableKey: settings.SUPABASE_PUBLISHABLE_KEY || undefined,
    siteRoot,
    sessionKey: sessionKey(url, settings.BASE_URL),
  }
}

/** Supabase's own name, `sb-<first label of the host>-auth-token`, with the base path: two sites on one host stay apart. */
function sessionKey(url: string, basePath: string): string {
  const [project] = new URL(url).hostname.split('.')
  return `sb-${project}${basePath.replace(/\/+$/, '')}-auth-token`
}
