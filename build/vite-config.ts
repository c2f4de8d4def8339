import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { baseline } from './baseline.ts'
import { hashLength } from './budget.ts'
import type { SiteSettings } from './site-settings.ts'
import { mdx } from './mdx.ts'

// The marks of the logo are inlined; any larger drawing is a separate file.
const maxInlinedBytes = 512

const appFolder = path.resolve(import.meta.dirname, '../app')

const hashed = `assets/[name]-[hash:${hashLength}]`

/** The module that `boot.ts` starts, from the folder `app/`. */
export const appEntry = 'shell/app.tsx'

/** The packages in the site's scripts, with the texts of their licences, which ask to be passed on with the code. */
const licencesFile = 'licences.md'

/** The browser build's map from modules to files; not part of the site. */
export const manifestFile = 'manifest.json'

/** One build for the browser into `outDir` and one for prerendering into `serverFolder`. */
export function viteConfig(settings: SiteSettings, serverFolder: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: appFolder,
    base: settings.basePath,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [mdx(), react()],
    define: {
      'import.meta.env.SITE_ORIGIN': JSON.stringify(settings.origin),
      'import.meta.env.PARTNERS_ORIGIN': JSON.stringify(settings.partnersOrigin ?? ''),
      'import.meta.env.SUPABASE_URL': JSON.stringify(settings.supabase?.url ?? ''),
      'import.meta.env.SUPABASE_PUBLISHABLE_KEY': JSON.stringify(settings.supabase?.publishableKey ?? ''),
    },
    // The app fetches ahead by itself, and compares what it fetches with its hash (`app/shell/app-files.ts`).
    build: { target: baseline, assetsInlineLimit: maxInlinedBytes, modulePreload: false },
    builder: {},
    environments: {
      client: {
        build: {
          outDir: settings.outDir,
          emptyOutDir: true,
          manifest: manifestFile,
          license: { fileName: licencesFile },
          rolldownOptions: {
            input: path.join(appFolder, appEntry),
            // The boot script calls what the app exports.
            preserveEntrySignatures: 'strict',
            output: {
              entryFileNames: `${hashed}.js`,
              // Every page contains these names.
              chunkFileNames: ({ name }) => `${hashed.replace('[name]', name.replace(/-page$/, ''))}.js`,
              assetFileNames: `${hashed}[extname]`,
              // The app's static imports, including `shell/shared.ts`, are one chunk; each page is another.
              codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] },
            },
          },
        },
      },
      ssr: {
        build: {
          outDir: serverFolder,
          emptyOutDir: true,
          ssr: true,
          minify: false,
          rolldownOptions: {
            input: path.resolve(import.meta.dirname, 'render-page.tsx'),
            output: { assetFileNames: `${hashed}[extname]` },
          },
        },
      },
    },
  }
}
