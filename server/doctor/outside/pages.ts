import type { Check } from '../check.ts'
import { headerOf, isWithin, type Site } from './site.ts'

/** Whether the site was built for this address (SITE_ORIGIN and BASE_PATH). */
export function checkCanonical({ url, page }: Site): Check {
  const name = 'Canonical'
  if (page.canonical === undefined) return { name, result: 'fault', detail: 'the page names no canonical address: is this the site?' }
  const canonical = URL.parse(page.canonical)
  if (canonical?.href === url.href) return { name, result: 'ok', detail: canonical.href }
  return { name, result: 'fault', detail: `the site was built for ${page.canonical}: set SITE_ORIGIN and BASE_PATH, and build it again` }
}

/** Whether what the page needs and links to is below the base path. */
export function checkBasePath(site: Site): Check {
  const name = 'Base path'
  const { url, page } = site
  const own = [...page.files, ...page.links].map((address) => URL.parse(address, url)).filter((address) => address?.origin === url.origin)
  const astray = own.find((address) => address && !isWithin(site, address))
  if (astray) return { name, result: 'fault', detail: `${astray.pathname} is not below ${url.pathname}: set BASE_PATH, and build the site again` }
  return { name, result: 'ok', detail: `everything is below ${url.pathname}` }
}

/** Whether an unknown address has the site's own page that says so, and not another one or the first page. */
export async function checkMissingPage({ url, page, ask }: Site): Promise<Check> {
  const name = 'Missing page'
  const address = new URL('doctor-asks-for-nothing', url)
  const { status, body } = await ask(address)
  if (status !== 404) return { name, result: 'fault', detail: `${address.href} answers ${status} instead of 404` }
  // The site's own one has the same style.
  const styles = page.files.filter((file) => file.endsWith('.css'))
  if (!styles.every((style) => body.includes(style))) return { name, result: 'warning', detail: "an unknown page is a 404, but not the site's own page (404.html)" }
  return { name, result: 'ok', detail: "404, with the site's own page" }
}

/** So many pages are asked for. */
const maxPages = 30

/** Whether each page of the site map is there, at once and with and without a slash at its end. */
export async function checkPages(site: Site): Promise<Check> {
  const name = 'Pages'
  const { body, status } = await site.ask(new URL('sitemap.xml', site.url))
  const listed = [...body.matchAll(/<loc>([^<]{1,2000})<\/loc>/g)].map(([, address = '']) => URL.parse(address))
  if (status !== 200 || !listed.length) return { name, result: 'fault', detail: `sitemap.xml answers ${status} and lists ${listed.length} pages` }
  for (const listing of listed.slice(0, maxPages)) {
    if (!listing || !isWithin(site, listing)) return { name, result: 'fault', detail: `sitemap.xml lists ${listing?.href ?? 'what is no address'}, which is not of this site` }
    for (const address of bothForms(listing)) {
      const answer = await site.ask(address, { method: 'HEAD' })
      if (answer.status >= 300 && answer.status < 400) {
        return { name, result: 'warning', detail: `${address.href} leads to ${headerOf(answer, 'location')} first: a round trip more for each link` }
      }
      if (answer.status !== 200) return { name, result: 'fault', detail: `${address.href} answers ${answer.status}` }
    }
  }
  return { name, result: 'ok', detail: `${listed.length} pages of sitemap.xml are there` }
}

function bothForms(address: URL): URL[] {
  if (address.pathname === '/' || !/^[^.]*$/.test(address.pathname)) return [address]
  const bare = address.pathname.replace(/\/$/, '')
  return [bare, `${bare}/`].map((pathname) => Object.assign(new URL(address), { pathname }))
}
