import type { ProxiedSite } from './proxied-site.ts'

/** The site's file for Caddy 2.6 or later, which obtains certificates by itself. */
export function caddySite({ origin, aliases, gateways }: ProxiedSite): string {
  return [
    '# Made by "npm run proxy -- caddy" from the settings: change those and make it anew.',
    ...block(origin.origin, toGateways(gateways)),
    ...(aliases.length ? block(aliases.map((name) => `https://${name}`).join(', '), [`redir ${origin.origin}{uri} 308`]) : []),
    '',
  ].join('\n')
}

/** Everything as the gateway answers it, the compression included. */
const toGateways = (gateways: string[]) =>
  block(`reverse_proxy ${gateways.join(' ')}`, [
    '# While a gateway is being restarted, requests go to another one, or wait.',
    'lb_try_duration 30s',
    'lb_try_interval 100ms',
    ...block('transport http', [
      '# A connection for each request: one that is kept could be closed by a gateway in the moment in which it is used again.',
      'keepalive off',
      'compression off',
    ]),
  ])

const block = (head: string, lines: string[]) => [`${head} {`, ...lines.map((line) => `\t${line}`), '}']
