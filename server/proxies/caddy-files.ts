import { defaultHeaders, headersFor } from '../static/header-rules.ts'
import { block, quoted } from './caddy-syntax.ts'
import { hiddenNames, type SiteFiles } from './proxied-site.ts'

/**
 * The built site as Caddy serves it: pages with and without a slash at the end and without redirects, the headers of
 * `_headers`, and the compressed representations that the build has made.
 */
export function filesForCaddy(files: SiteFiles, basePath: string): string[] {
  const outer = basePath.slice(0, -1)
  const outside = `@outside not path ${outer} ${outer}/*`
  const serve = block('file_server', ['precompressed br zstd gzip', 'disable_canonical_uris'])
  const instead = (page: string) => [
    `rewrite * /${page}`,
    ...setHeaders('', headersFor(files.headerRules, basePath + page)),
    ...varies(''),
    ...serve,
  ]
  return [
    `root * ${quoted(files.folder)}`,
    // Inside `route` the order is as written.
    ...block('route', [
      `@hidden path_regexp ${quoted(hiddenNames)}`,
      'error @hidden 404',
      // Debian's Caddy serves files whatever the method.
      '@method not method GET HEAD',
      'error @method 405',
      ...(outer ? [`rewrite ${outer} ${basePath}`, outside, 'error @outside 404'] : []),
      ...setHeaders('', defaultHeaders),
      ...files.headerRules.flatMap(({ pattern, headers }, index) => [
        `@rule-${index} path_regexp ${quoted(pattern.source)}`,
        ...setHeaders(`@rule-${index} `, headers),
      ]),
      // Caddy takes types from the machine, which may have others, and sets them last.
      ...files.types
        .filter(([extension]) => extension !== 'html')
        .flatMap(([extension, type]) => [
          `@type-${extension} path *.${extension}`,
          ...block(`header @type-${extension}`, [`content-type ${quoted(type)}`, 'defer']),
        ]),
      ...(outer ? [`uri strip_prefix ${outer}`] : []),
      '@compressed file {path}.gz {path}/index.html.gz',
      ...varies('@compressed'),
      'try_files {path} {path}/index.html',
      ...serve,
    ]),
    ...block('handle_errors', [
      ...(outer ? [outside, ...block('handle @outside', instead('outside.html'))] : []),
      '@missing expression {http.error.status_code} == 404',
      ...block('handle @missing', instead('404.html')),
      '@refused expression {http.error.status_code} == 405',
      ...block('handle @refused', [...setHeaders('', { ...defaultHeaders, allow: 'GET, HEAD' }), 'respond 405']),
    ]),
  ]
}

const setHeaders = (matcher: string, headers: Record<string, string>) =>
  block(`header ${matcher}`.trim(), Object.entries(headers).map(([name, value]) => `${name} ${quoted(value)}`))

/** Caddy says so only of answers that are compressed. */
const varies = (matcher: string) => block(`header ${matcher}`.trim(), ['vary accept-encoding', 'defer'])
