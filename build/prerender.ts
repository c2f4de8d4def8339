import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageFacts } from '../app/ui/page-facts.ts'
import { paths } from '../app/paths.ts'
import { site } from '../site.config.ts'
import type { SiteSettings } from './site-settings.ts'
import { headersFile } from './headers.ts'
import { pageTemplate } from './page-template.ts'
import type { RenderedPage } from './render-page.tsx'
import { drawSharePicture } from './share-picture.ts'
import { robotsFile, sitemap } from './sitemap.ts'
import { structuredData } from './structured-data.ts'

interface Renderer {
  prerenderedPaths: () => string[]
  renderPage: (path: string) => Promise<RenderedPage>
  renderOutside: () => Promise<RenderedPage>
}

interface Page {
  /** Relative to `outDir`. */
  file: string
  /** Below the base path; undefined for pages that answer for any address. */
  path: string | undefined
  html: string
  facts: PageFacts
  wakes: RenderedPage['wakes']
}

/** Pages without an address: what a server answers where there is no page of ours, and outside the base path. */
const nameless = { missing: '404.html', outside: 'outside.html' }
// An address that no page has: the catch-all answers.
const missingPath = '/404'

/** Writes each page and what is made of all of them into `outDir`, where the browser's build already lies. */
export async function prerender(settings: SiteSettings, serverFolder: string, contactFormOrigin: string): Promise<Page[]> {
  const { renderPage, renderOutside, prerenderedPaths }: Renderer = await import(pathToFileURL(path.join(serverFolder, 'render-page.js')).href)
  const template = await pageTemplate(settings)
  const renderings: [string, () => Promise<RenderedPage>][] = [
    ...prerenderedPaths().map((address): [string, () => Promise<RenderedPage>] => [path.join(address.slice(1), 'index.html'), () => renderPage(address)]),
    [nameless.missing, () => renderPage(missingPath)],
  ]
  // At the root, every address is the site's.
  if (settings.basePath !== '/') renderings.push([nameless.outside, renderOutside])
  const rendered = await Promise.all(renderings.map(async ([file, render]) => ({ file, page: await render() })))
  const kinds = Map.groupBy(rendered.map(({ page }) => page), ({ kind }) => kind)
  const pages = rendered.map(({ file, page }): Page => {
    const { facts, kind, wakes } = page
    const html = template.fill(page, structuredData(facts, site, settings), kinds.get(kind) ?? [])
    return { file, path: facts.path, html, facts, wakes }
  })
  const files = [
    ...pages.map(({ file, html }): [string, string] => [file, html]),
    ...(await filesForVisitorsToCome(pages, settings)),
    ['_headers', headersFile(settings, pages, contactFormOrigin)] as const,
  ]
  await Promise.all(files.map(([file, content]) => writePage(path.join(settings.outDir, file), content)))
  return pages
}

/** What search engines and shared links use: the list of the pages that may be indexed, and a picture of each page. */
async function filesForVisitorsToCome(pages: Page[], { origin, basePath }: SiteSettings): Promise<[string, string | Buffer][]> {
  const home = origin + basePath
  const known = pages.flatMap(({ path: address, facts }) => (address ? [{ address, facts }] : []))
  const indexed = known.filter(({ facts }) => !facts.robots)
  const pictures = known.map(async ({ address, facts }): Promise<[string, Buffer]> => [
    paths.sharePicture(address).slice(1),
    await drawSharePicture(facts),
  ])
  return [
    ['sitemap.xml', sitemap(indexed.map(({ address }) => home + address.slice(1)))],
    ['robots.txt', robotsFile(home)],
    ...(await Promise.all(pictures)),
  ]
}

async function writePage(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}
