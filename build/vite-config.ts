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

/** The module that the desk's document starts, from the folder `app/`. */
export const deskEntry = 'shell/desk.tsx'

/** The packages in the site's scripts, with the texts of their licences, which ask to be passed on with the code. */
const licencesFile = 'licences.md'

/** The browser build's map from modules to files; not part of the site. */
export const manifestFile = 'manifest.json'

/** On a slow machine an operator would read which plugin took how long. */
const quiet = { pluginTimings: false }

/** What every build of the app's sources has in common. */
function commonConfig(settings: SiteSettings): InlineConfig {
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
    build: {
      target: baseline,
      assetsInlineLimit: maxInlinedBytes,
      modulePreload: false,
      // On a slow machine it would say how long which plugin took, which nobody who starts the site can mend.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  }
}

/**
 * The build of the desk: one script and one style sheet beside the site's files. It shares no chunk with the site, so that
 * no page of the site weighs a byte more for it, and one hash in its document vouches for all of its code.
 */
export function deskConfig(settings: SiteSettings): InlineConfig {
  const common = commonConfig(settings)
  return {
    ...common,
    build: {
      ...common.build,
      outDir: settings.outDir,
      emptyOutDir: false,
      rolldownOptions: {
        checks: { ...quiet, bundlerTimings: false },
        input: path.join(appFolder, deskEntry),
        output: { entryFileNames: `${hashed}.js`, assetFileNames: `${hashed}[extname]`, codeSplitting: false },
      },
    },
  }
}

/** One build for the browser into `outDir` and one for prerendering into `serverFolder`. */
export function viteConfig(settings: SiteSettings, serverFolder: string): InlineConfig {
  return {
    ...commonConfig(settings),
    builder: {},
    environments: {
      client: {
        build: {
          outDir: settings.outDir,
          emptyOutDir: true,
          manifest: manifestFile,
          license: { fileName: licencesFile },
          rolldownOptions: {
            checks: quiet,
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
        // The bundle runs beside the built site, which may be far from any package.
        resolve: { noExternal: true },
        build: {
          outDir: serverFolder,
          emptyOutDir: true,
          ssr: true,
          minify: false,
          rolldownOptions: {
            checks: quiet,
            input: path.resolve(import.meta.dirname, 'render-page.tsx'),
            output: { assetFileNames: `${hashed}[extname]` },
          },
        },
      },
    },
  }
}
