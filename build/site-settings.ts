/** What the site is built for. */
export interface SiteSettings {
  /** Starts and ends with a slash. */
  basePath: string
  /** `https://…`, without a slash at the end. */
  origin: string
  stage: 'development' | 'production'
  /** Whether sample testimonials may go into production. */
  allowsSamples?: boolean
  /** The Supabase project that is the backend; without it, the gateway is. */
  supabase?: { url: string; publishableKey: string }
  /** The origin of the stand-ins for external systems that are not configured; without a slash at the end. */
  partnersOrigin?: string
  /** Absolute; emptied before the build. Its content is served at the base path. */
  outDir: string
}
