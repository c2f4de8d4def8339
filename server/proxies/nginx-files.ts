import { defaultHeaders } from '../static/header-rules.ts'
import { block, matching, quoted } from './nginx-syntax.ts'
import { hiddenNames, type SiteFiles } from './proxied-site.ts'

/**
 * The built site as nginx serves it: pages with and without a slash at the end and without redirects, the headers of
 * `_headers`, and the files that the build compressed with gzip. `maps` belong into `http`, `locations` into `server`.
 */
export function filesAndMaps(files: SiteFiles, basePath: string): { maps: string[]; locations: string[] } {
  const outer = basePath.slice(0, -1)
  const headers = valuesByHeader(files).map(([name, rules]) => ({ name, rules, variable: `$site_${name.replaceAll('-', '_')}` }))
  const maps = [
    '# The address as the rules of _headers know it, whichever file answers.',
    ...block('map $uri $site_address', [`${matching(String.raw`^(?<site_folder>.*?)/*index\.html$`)} "${outer}$site_folder/";`, `default "${outer}$uri";`]),
    ...headers.flatMap(({ name, rules, variable }) =>
      block(`map $site_address ${variable}`, [
        ...rules.map(({ pattern, value }) => `${matching(pattern.source)} ${quoted(value)};`),
        `default ${quoted(new Map(Object.entries(defaultHeaders)).get(name) ?? '')};`,
      ]),
    ),
  ]
  const own = headers.map(({ name, variable }) => `add_header ${name} ${variable} always;`)
  const served = [
    `root ${quoted(files.folder)};`,
    'gzip off;',
    'gzip_static on;',
    'gzip_vary on;',
    ...block('types', files.types.map(([extension, type]) => `${quoted(type)} ${extension};`)),
    ...own,
  ]
  const notFound = ['error_page 404 @missing;']
  const below = outer ? [`rewrite ^${outer}/(.*)$ /$1 break;`] : []
  const locations = [
    ...block(`location ~ "${hiddenNames}"`, [...notFound, 'return 404;']),
    ...block(`location ${basePath}`, [...below, ...served, ...notFound, 'error_page 405 @method;', 'try_files $uri $uri/index.html =404;']),
    ...block('location @missing', ['rewrite ^ /404.html break;', ...served]),
    ...block('location @method', [...own, 'add_header allow "GET, HEAD" always;', 'return 405;']),
  ]
  if (!outer) return { maps, locations }
  return {
    maps,
    locations: [
      ...locations,
      ...block(`location = ${outer}`, ['rewrite ^ /index.html break;', ...served]),
      ...block('location /', ['error_page 404 @outside;', 'return 404;']),
      ...block('location @outside', ['rewrite ^ /outside.html break;', ...served]),
    ],
  }
}

/** Every header that a rule sets, with the patterns of its values, the one that counts first. */
function valuesByHeader({ headerRules }: SiteFiles): [name: string, rules: { pattern: RegExp; value: string }[]][] {
  const all = headerRules.toReversed().flatMap(({ pattern, headers }) =>
    Object.entries(headers).map(([name, value]) => ({ name, pattern, value })),
  )
  return [...Map.groupBy(all, ({ name }) => name)]
}
