import type { Environment } from '../env.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

/** What a reverse proxy in front of the site has to know. */
export interface ProxiedSite {
  /** Encrypted. */
  origin: URL
  /** Other names of the site, from which visitors are sent to its origin. */
  aliases: string[]
  /** `host:port` of each gateway. */
  gateways: string[]
}

/** What the settings say about the site. Throws a StartupFault if they cannot be those of a site behind a proxy. */
export function proxiedSite(
  { site, port, trustedProxies }: Environment,
  { aliases, gateways }: Pick<ProxiedSite, 'aliases' | 'gateways'>,
): ProxiedSite {
  if (site.supabase) throw new StartupFault('SUPABASE_URL is set: the backend is there, and any static host serves the site.')
  const origin = new URL(site.origin)
  if (origin.protocol !== 'https:') {
    throw new StartupFault(`SITE_ORIGIN is ${site.origin}. Set it to the address that visitors will see, such as https://www.example.org.`)
  }
  if (!trustedProxies) {
    throw new StartupFault('TRUST_PROXY is not set. Set it to 1: the proxy that this file is for appends each visitor to X-Forwarded-For.')
  }
  return { origin, aliases, gateways: gateways.length ? gateways : [`127.0.0.1:${port}`] }
}
