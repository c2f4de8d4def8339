/** What the build puts into the site (`build/vite-config.ts`). An empty text means: not set. */
interface ImportMetaEnv {
  readonly SITE_ORIGIN: string
  readonly PARTNERS_ORIGIN: string
  readonly SUPABASE_URL: string
  readonly SUPABASE_PUBLISHABLE_KEY: string
}

/** https://wicg.github.io/savedata/, which TypeScript's library leaves out. */
interface NetworkInformation {
  readonly saveData: boolean
}

interface Navigator {
  readonly connection?: NetworkInformation
}
