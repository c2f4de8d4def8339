import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from 'vite'
import { bootScript } from './boot-script.ts'
import type { SiteSettings } from './build-site.ts'
import { pageModules } from './page-modules.ts'
import type { RenderedPage } from './render-page.tsx'
import { usedStyles } from './used-styles.ts'
import { appEntry, manifestFile } from './vite-config.ts'

/** Makes whole pages of what React has rendered. */
export interface PageTemplate {
  /** The page as it is served; `data` is put behind the markup. */
  fill: (page: RenderedPage, data: string) => Promise<string>
}

/** Reads `app/index.html` and what the browser's build has left in `outDir`. */
export async function pageTemplate({ outDir, basePath }: SiteSettings): Promise<PageTemplate> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(outDir, manifestFile), 'utf8'))
  await rm(path.join(outDir, manifestFile))
  const sheet = manifest[appEntry]?.css?.[0]
  if (!sheet) throw new Error('The build has no style sheet')
  const styles = await readFile(path.join(outDir, sheet), 'utf8')
  const template = (await readFile(path.resolve(import.meta.dirname, '../app/index.html'), 'utf8')).replaceAll('%BASE_URL%', basePath)
  const boot = await bootScript(basePath)

  return {
    async fill({ markup, files, wakesAtOnce }, data) {
      const modules = pageModules(manifest, appEntry, files).map((file) => basePath + file)
      const html = fillTemplate(template, markup + data)
      const head = [
        `<style>${await usedStyles(html, styles)}</style>`,
        `<link rel="stylesheet" href="${basePath}${sheet}" media="print">`,
      ]
      const script = `<script data-modules="${modules.join(' ')}"${wakesAtOnce ? ' data-at-once' : ''}>${boot}</script>`
      return html.replace('</head>', () => `${head.join('')}</head>`).replace('</body>', () => `${script}</body>`)
    },
  }
}

/** Puts React's head tags, which it writes before the root element, into the head. */
export function fillTemplate(template: string, markup: string): string {
  const root = markup.indexOf('<div id="root">')
  if (root < 0) throw new Error('The rendered page has no root element')
  return template
    .replace('<!-- head of the page -->', () => markup.slice(0, root))
    .replace('<!-- body of the page -->', () => markup.slice(root))
}
