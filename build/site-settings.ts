/** What the site is built for. */
export interface SiteSettings {
  /** Starts and ends with a slash. */
  basePath: string
  /** `https://…`, without a slash at the end. */
  origin: string
  stage: 'development' | 'production'
  /** The Supabase project that answers for the backend; without it, the site's own gateway does. */
  supabase?: { url: string; publishableKey: string }
  /** Where the stand-ins for unconfigured external systems answer; no slash at the end. */
  partnersOrigin?: string
  /** Absolute; emptied first. What is mounted at the base path. */
  outDir: string
}
