import { interfacePaths } from '../app.ts'
import { filesAndMaps } from './nginx-files.ts'
import { block } from './nginx-syntax.ts'
import type { ProxiedSite } from './proxied-site.ts'

export interface NginxPlaces {
  httpPort: number
  /** The folder with `fullchain.pem` and `privkey.pem`. */
  certificates: string
}

const usual = ({ origin, certificates }: ProxiedSite): NginxPlaces => ({
  httpPort: 80,
  certificates: certificates ?? `/etc/letsencrypt/live/${origin.hostname}`,
})

/** The site's file for nginx 1.22 or later, to be included inside `http`. */
export function nginxSite(site: ProxiedSite, places = usual(site)): string {
  const { origin, basePath, aliases, gateways, files } = site
  const names = [origin.hostname, ...aliases]
  const tls = [
    ...listen(origin.port || '443', ' ssl http2'),
    `ssl_certificate ${places.certificates}/fullchain.pem;`,
    `ssl_certificate_key ${places.certificates}/privkey.pem;`,
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'ssl_session_cache shared:tls:1m;',
    'server_tokens off;',
  ]
  const elsewhere = `return 308 ${origin.origin}$request_uri;`
  const { maps, locations } = files ? filesAndMaps(files, basePath) : { maps: [], locations: [] }
  const forwarded = files ? interfacePaths.map((each) => location(basePath + each.slice(1))) : ['/']
  return [
    '# Made by "npm run proxy" from the settings: change those and make it anew.',
    ...maps,
    ...(gateways.length ? upstream(gateways) : []),
    ...block('server', [...listen(places.httpPort), `server_name ${names.join(' ')};`, 'server_tokens off;', elsewhere]),
    ...(aliases.length ? block('server', [...tls, `server_name ${aliases.join(' ')};`, elsewhere]) : []),
    ...block('server', [
      ...tls,
      `server_name ${origin.hostname};`,
      'absolute_redirect off;',
      ...(gateways.length ? forwarded.flatMap((each) => block(`location ${each}`, toGateways)) : []),
      ...locations,
    ]),
    '',
  ].join('\n')
}

const listen = (port: string | number, more = '') => [`listen ${port}${more};`, `listen [::]:${port}${more};`]

/** Prefixes go before patterns. */
const location = (address: string) => (address.endsWith('*') ? `^~ ${address.slice(0, -1)}` : `= ${address}`)

const upstream = (gateways: string[]) =>
  block('upstream gateways', [
    '# A gateway that is being restarted refuses connections: the next one is asked at once, and none is left out after.',
    ...gateways.map((gateway) => `server ${gateway} max_fails=0;`),
  ])

/** As the gateway answers: it compresses by itself, and its validators are those of the compressed bytes. */
const toGateways = [
  'proxy_pass http://gateways;',
  'proxy_http_version 1.1;',
  '# A connection for each request: one that is kept could be closed by a gateway in the moment in which it is used again.',
  'proxy_set_header Connection close;',
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header X-Request-Id $request_id;',
  'gzip off;',
]
