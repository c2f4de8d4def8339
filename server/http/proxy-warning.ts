import type { Connection } from './client-address.ts'
import type { Log } from '../log.ts'

/**
 * Tells the operator, once, that requests come through a proxy although TRUST_PROXY names none: all visitors then count
 * as one, and share what limits allow one visitor.
 */
export function createProxyWarning(log: Log, trustedProxies: number): (connection: Connection) => void {
  let isDue = trustedProxies === 0
  return ({ forwardedFor }) => {
    if (!isDue || forwardedFor === undefined) return
    isDue = false
    log('proxy-not-trusted', {
      advice: 'A request came with X-Forwarded-For. If there is a proxy in front, set TRUST_PROXY to the number of proxies.',
    })
  }
}
