import type { Environment } from './env.ts'
import { StartupFault } from './runtime/startup-fault.ts'

/**
 * How many proxies in front are trusted with the visitor's address. The gateway speaks no TLS, so before an encrypted
 * site stands something that does: in production the operator has to say how many proxies that are, since limits by
 * network hold for nobody, or for all visitors together, where the number is wrong. Otherwise it is none. Throws a
 * StartupFault if the number is missing.
 */
export function trustedProxiesOf({ trustedProxies, site }: Pick<Environment, 'trustedProxies' | 'site'>): number {
  const isGuess = site.stage === 'production' && site.origin.startsWith('https:') && !site.supabase
  if (trustedProxies === undefined && isGuess) {
    throw new StartupFault(
      `TRUST_PROXY is missing: what encrypts ${site.origin} stands in front of this gateway. Set it to the number of ` +
        'proxies that append to X-Forwarded-For, or to 0 if none does.',
    )
  }
  return trustedProxies ?? 0
}
