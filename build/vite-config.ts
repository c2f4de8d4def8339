import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import type { SiteSettings } from './build-site.ts'
import { mdx } from './mdx.ts'

// The marks of the logo travel inside the page; any larger drawing is a file of its own.
const largestInlinedBytes = 512

/** One build for the browser into `outDir` and one for prerendering into `serverFolder`. */
export function viteConfig(settings: SiteSettings, serverFolder: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: path.resolve(import.meta.dirname, '../app'),
    base: settings.basePath,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [mdx(), react(), tailwindcss()],
    define: {
      'import.meta.env.SITE_ORIGIN': JSON.stringify(settings.origin),
      'import.meta.env.PARTNERS_ORIGIN': JSON.stringify(settings.partnersOrigin ?? ''),
      'import.meta.env.SUPABASE_URL': JSON.stringify(settings.supabase?.url ?? ''),
      'import.meta.env.SUPABASE_PUBLISHABLE_KEY': JSON.stringify(settings.supabase?.publishableKey ?? ''),
    },
    build: { assetsInlineLimit: largestInlinedBytes, modulePreload: { polyfill: false } },
    builder: {},
    environments: {
      client: { build: { outDir: settings.outDir, emptyOutDir: true } },
      ssr: {
        build: {
          outDir: serverFolder,
          emptyOutDir: true,
          ssr: true,
          minify: false,
          rolldownOptions: { input: path.resolve(import.meta.dirname, 'render-page.tsx') },
        },
      },
    },
  }
}
