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

/** Which text in which version a document is, for pages where somebody agrees to it (`build/mdx.ts`). */
declare module '*.mdx?shown' {
  export const shown: import('../domain/consents.ts').ShownText
}

declare module '*.mdx' {
  import type { FunctionComponent } from 'react'

  /** Takes the components for the tags that it uses. */
  const Body: FunctionComponent<{ components: Record<string, FunctionComponent<never>> }>
  export default Body
}
