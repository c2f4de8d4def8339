import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from 'vite'
import { listAppFiles, type Route } from './app-files.ts'
import { bootScript } from './boot-script.ts'
import { hashLength } from './budget.ts'
import type { SiteSettings } from './site-settings.ts'
import type { RenderedPage } from './render-page.tsx'
import { splitStyles } from './styles.ts'
import { appEntry, manifestFile } from './vite-config.ts'

/** Completes what React has rendered to whole pages. */
interface PageTemplate {
  /** The page as it is served; `data` follows the markup, `alike` are all pages of its kind, including itself. */
  fill: (page: RenderedPage, data: string, alike: RenderedPage[]) => string
}

/** Reads `app/index.html` and the output of the browser build in `outDir`. */
export async function pageTemplate({ outDir, basePath }: SiteSettings, routes: Route[]): Promise<PageTemplate> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(outDir, manifestFile), 'utf8'))
  await rm(path.join(outDir, manifestFile))
  const [sheet, ...others] = Object.values(manifest).flatMap(({ css = [] }) => css)
  if (!sheet || others.length) throw new Error('The build does not have one style sheet')
  const sheetFile = path.join(outDir, sheet)
  const styles = splitStyles(await readFile(sheetFile, 'utf8'))
  await writeFile(sheetFile, styles.whole)
  // Without JavaScript the app never loads the whole style sheet, which printing needs.
  const withoutScript = `@import './${path.basename(sheet)}' print;${styles.withoutScript}`
  const sheetWithoutScript = `assets/no-script-${shortHash(withoutScript)}.css`
  await writeFile(path.join(outDir, sheetWithoutScript), withoutScript)
  const list = await listAppFiles({ outDir, basePath }, manifest, { entry: appEntry, sheet, routes })
  const template = (await readFile(path.resolve(import.meta.dirname, '../app/index.html'), 'utf8')).replaceAll('%BASE_URL%', basePath)
  const boot = await bootScript(basePath)

  return {
    fill({ markup, hydrate }, data, alike) {
      const html = fillTemplate(template, markup + data)
      const head = [
        `<style>${styles.forPages(alike.map((page) => page.markup))}</style>`,
        `<noscript><link rel="stylesheet" href="${basePath}${sheetWithoutScript}"></noscript>`,
      ]
      const bootData = `data-files="${list}"${hydrate ? ` data-hydrate="${hydrate}"` : ''}`
      const script = `<script ${bootData}>${boot}</script>`
      return html.replace('</head>', () => `${head.join('')}${script}</head>`)
    },
  }
}

/** For the name of a file that this build writes itself. */
function shortHash(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, hashLength)
}

/** Puts React's head tags, which it writes before the root element, into the head. */
export function fillTemplate(template: string, markup: string): string {
  const root = markup.indexOf('<div id="root">')
  if (root < 0) throw new Error('The rendered page has no root element')
  return template
    // The slash of a void element has no effect in HTML (HTML Standard, start tags), and in texts React escapes `>`.
    .replace('<!-- head of the page -->', () => markup.slice(0, root).replaceAll('/>', '>'))
    .replace('<!-- body of the page -->', () => markup.slice(root))
}
