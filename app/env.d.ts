/** What the build puts into the site (`build/vite-config.ts`). An empty text means: not set. */
interface ImportMetaEnv {
  readonly SITE_ORIGIN: string
  readonly PARTNERS_ORIGIN: string
  readonly SUPABASE_URL: string
  readonly SUPABASE_PUBLISHABLE_KEY: string
}

/** https://wicg.github.io/netinfo/ and https://wicg.github.io/savedata/, which TypeScript's library leaves out. */
interface NetworkInformation {
  readonly saveData: boolean
  readonly effectiveType: 'slow-2g' | '2g' | '3g' | '4g'
}

interface Navigator {
  readonly connection?: NetworkInformation
}
