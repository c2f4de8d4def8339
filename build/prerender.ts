import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteSettings } from './build-site.ts'
import { headersFile } from './headers.ts'

interface Renderer {
  prerenderedPaths(): string[]
  renderPage(path: string): Promise<string>
}

interface Page {
  /** Relative to `outDir`. */
  file: string
  /** Below the base path; undefined for the not-found page, which answers for any address. */
  path: string | undefined
  html: string
}

// An address that no page has: the catch-all answers.
const missingPath = '/404'

/** Writes each page and `_headers` into `outDir`, where the browser's build already lies. */
export async function prerender(settings: SiteSettings, serverFolder: string, contactFormOrigin: string): Promise<void> {
  const renderer: Renderer = await import(pathToFileURL(path.join(serverFolder, 'render-page.js')).href)
  const template = await pageTemplate(settings)
  const pages = await Promise.all([
    ...renderer.prerenderedPaths().map(async (address): Promise<Page> => {
      const file = path.join(address.slice(1), 'index.html')
      return { file, path: address, html: fillTemplate(template, await renderer.renderPage(address)) }
    }),
    renderer.renderPage(missingPath).then(
      (markup): Page => ({ file: '404.html', path: undefined, html: fillTemplate(template, markup) }),
    ),
  ])
  await Promise.all(pages.map(({ file, html }) => writePage(path.join(settings.outDir, file), html)))
  await writeFile(path.join(settings.outDir, '_headers'), headersFile(settings, pages, contactFormOrigin))
}

/** The built `index.html` with its style sheet inside the page, which saves a round trip before the first paint. */
async function pageTemplate({ outDir, basePath }: SiteSettings): Promise<string> {
  const html = await readFile(path.join(outDir, 'index.html'), 'utf8')
  const link = /<link rel="stylesheet"[^>]*href="([^"]+)">/.exec(html)
  if (!link?.[1]) throw new Error('The built page links no style sheet')
  const file = path.join(outDir, link[1].slice(basePath.length))
  const style = (await readFile(file, 'utf8')).trim()
  await rm(file)
  return html.replace(link[0], () => `<style>${style}</style>`)
}

/** Puts React's head tags, which it writes before the root element, into the head. */
export function fillTemplate(template: string, markup: string): string {
  const root = markup.indexOf('<div id="root">')
  if (root < 0) throw new Error('The rendered page has no root element')
  return template
    .replace('<!-- head of the page -->', () => markup.slice(0, root))
    .replace('<!-- body of the page -->', () => markup.slice(root))
}

async function writePage(file: string, html: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, html)
}
