import type { ProxiedSite } from './proxied-site.ts'

export interface NginxPlaces {
  httpPort: number
  /** The folder with `fullchain.pem` and `privkey.pem`. */
  certificates: string
}

const usual = ({ origin }: ProxiedSite): NginxPlaces => ({ httpPort: 80, certificates: `/etc/letsencrypt/live/${origin.hostname}` })

/** The site's file for nginx 1.22 or later, to be included inside `http`. */
export function nginxSite(site: ProxiedSite, places = usual(site)): string {
  const { origin, aliases, gateways } = site
  const names = [origin.hostname, ...aliases]
  const encryptedPort = origin.port || '443'
  const tls = [
    ...listen(encryptedPort, ' ssl http2'),
    `ssl_certificate ${places.certificates}/fullchain.pem;`,
    `ssl_certificate_key ${places.certificates}/privkey.pem;`,
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'ssl_session_cache shared:tls:1m;',
    'server_tokens off;',
  ]
  const elsewhere = `return 308 ${origin.origin}$request_uri;`
  return [
    '# Made by "npm run proxy -- nginx" from the settings: change those and make it anew.',
    ...block('upstream gateways', [
      '# A gateway that is being restarted refuses connections: the next one is asked at once, and none is left out after.',
      ...gateways.map((gateway) => `server ${gateway} max_fails=0;`),
    ]),
    ...block('server', [...listen(places.httpPort), `server_name ${names.join(' ')};`, 'server_tokens off;', elsewhere]),
    ...(aliases.length ? block('server', [...tls, `server_name ${aliases.join(' ')};`, elsewhere]) : []),
    ...block('server', [...tls, `server_name ${origin.hostname};`, ...block('location /', toGateways)]),
    '',
  ].join('\n')
}

const listen = (port: string | number, more = '') => [`listen ${port}${more};`, `listen [::]:${port}${more};`]

/** Everything as the gateway answers it: it compresses by itself, and its validators are those of the compressed bytes. */
const toGateways = [
  'proxy_pass http://gateways;',
  'proxy_http_version 1.1;',
  '# A connection for each request: one that is kept could be closed by a gateway in the moment in which it is used again.',
  'proxy_set_header Connection close;',
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'gzip off;',
]

const block = (head: string, lines: string[]) => [`${head} {`, ...lines.map((line) => `  ${line}`), '}']
