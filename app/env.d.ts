/** What the build puts into the site (`build/vite-config.ts`). An empty text means: not set. */
interface ImportMetaEnv {
  readonly SITE_ORIGIN: string
  readonly PARTNERS_ORIGIN: string
  readonly SUPABASE_URL: string
  readonly SUPABASE_PUBLISHABLE_KEY: string
}
