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
  /** Relative to the base path; undefined for pages served at any address. */
  path: string | undefined
  html: string
  facts: PageFacts
  hydrate: RenderedPage['hydrate']
}

/** Pages without a path of their own: for unknown addresses, and for those outside the base path. */
const nameless = { missing: '404.html', outside: 'outside.html' }
// A path that only the catch-all route matches.
const missingPath = '/404'

/** Writes each page, and the files derived from all of them, into `outDir` beside the browser build. */
export async function prerender(settings: SiteSettings, serverFolder: string, contactFormOrigin: string): Promise<Page[]> {
  const { renderPage, renderOutside, prerenderedPaths }: Renderer = await import(pathToFileURL(path.join(serverFolder, 'render-page.js')).href)
  const renderings: [string, () => Promise<RenderedPage>][] = [
    ...prerenderedPaths().map((address): [string, () => Promise<RenderedPage>] => [path.join(address.slice(1), 'index.html'), () => renderPage(address)]),
    [nameless.missing, () => renderPage(missingPath)],
  ]
  // With the base path `/` there is nothing outside.
  if (settings.basePath !== '/') renderings.push([nameless.outside, renderOutside])
  const rendered = await Promise.all(renderings.map(async ([file, render]) => ({ file, page: await render() })))
  const routes = rendered.flatMap(({ page: { route, files } }) => (route === undefined ? [] : [{ path: route, files }]))
  const template = await pageTemplate(settings, routes)
  const kinds = Map.groupBy(rendered.map(({ page }) => page), ({ kind }) => kind)
  const pages = rendered.map(({ file, page }): Page => {
    const { facts, kind, hydrate } = page
    const html = template.fill(page, structuredData(facts, site, settings), kinds.get(kind) ?? [])
    return { file, path: facts.path, html, facts, hydrate }
  })
  const files = [
    ...pages.flatMap(({ file, html }): [string, string][] => twoForms(file).map((each) => [each, html])),
    ...(await discoveryFiles(pages, settings)),
    ['_headers', headersFile(settings, pages, contactFormOrigin)] as const,
  ]
  await Promise.all(files.map(([file, content]) => writePage(path.join(settings.outDir, file), content)))
  return pages
}

/**
 * Static hosts answer `/about` from `about.html`, and `/about/` from `about/index.html`. With one of the two alone they
 * redirect, which costs a round trip (Cloudflare Pages, GitHub Pages, Netlify).
 */
function twoForms(file: string): string[] {
  const page = /^(.+)\/index\.html$/.exec(file)?.[1]
  return page ? [file, `${page}.html`] : [file]
}

/** The files for search engines and link previews: sitemap, robots.txt and a share picture for each page. */
async function discoveryFiles(pages: Page[], { origin, basePath }: SiteSettings): Promise<[string, string | Buffer][]> {
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
