import { interfacePaths } from '../app.ts'
import { filesForCaddy } from './caddy-files.ts'
import { block } from './caddy-syntax.ts'
import type { ProxiedSite } from './proxied-site.ts'

/** The site's file for Caddy 2.6 or later, which obtains certificates by itself unless it is given them. */
export function caddySite({ origin, basePath, aliases, gateways, files, certificates }: ProxiedSite): string {
  const interfaces = interfacePaths.map((each) => basePath + each.slice(1)).join(' ')
  const forwarded = files ? ['@interfaces path ' + interfaces, ...block('handle @interfaces', toGateways(gateways, basePath))] : toGateways(gateways, basePath)
  const tls = certificates === undefined ? [] : [`tls ${certificates}/fullchain.pem ${certificates}/privkey.pem`]
  return [
    '# Made by "npm run proxy" from the settings: change those and make it anew.',
    ...block(origin.origin, [...tls, ...(gateways.length ? forwarded : []), ...(files ? filesForCaddy(files, basePath) : [])]),
    ...(aliases.length ? block(aliases.map((name) => `https://${name}`).join(', '), [...tls, `redir ${origin.origin}{uri} 308`]) : []),
    '',
  ].join('\n')
}

/** As the gateway answers, the compression included. */
const toGateways = (gateways: string[], basePath: string) => {
  const shared = [
    '# While a gateway is being restarted, requests go to another one, or wait.',
    'lb_try_duration 30s',
    'lb_try_interval 100ms',
    ...(gateways.length > 1 ? ['# The question before and the request itself go to the same one.', 'lb_policy ip_hash', 'fail_duration 1s'] : []),
    ...block('transport http', [
      '# A connection for each request: one that is kept could be closed by a gateway in the moment in which it is used again.',
      'keepalive off',
      'compression off',
    ]),
  ]
  return [
    '# Caddy cannot send a body again after a refused connection (caddyserver/caddy#7546): what has one waits before it is read.',
    '@written method POST PUT PATCH DELETE',
    ...block(`forward_auth @written ${gateways.join(' ')}`, [`uri ${basePath}healthz`, ...shared]),
    ...block(`reverse_proxy ${gateways.join(' ')}`, [...shared, 'header_up X-Request-Id {http.request.uuid}']),
  ]
}
