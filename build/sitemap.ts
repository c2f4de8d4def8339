/** `sitemap.xml` (sitemaps.org): the absolute addresses of all pages that may be indexed. */
export function sitemap(addresses: string[]): string {
  const entries = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n')
}

/**
 * `robots.txt` (RFC 9309). Pages that ask not to be indexed stay allowed: a crawler that may not fetch a page never
 * reads its noindex.
 */
export function robotsFile(siteAddress: string): string {
  const atRoot = new URL(siteAddress).pathname === '/'
  const place = `# Crawlers read this file at ${new URL('/robots.txt', siteAddress).href} only: serve it there.\n`
  return `${atRoot ? '' : place}User-agent: *\nAllow: /\n\nSitemap: ${siteAddress}sitemap.xml\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
