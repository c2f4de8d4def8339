import { longestDelayMs } from './retry-delay.ts'

/**
 * The header Retry-After (RFC 9110 §10.2.3): seconds or a date, as a delay from now, 6 h at most. Undefined for
 * anything else, and for what has passed already.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate.test(text) ? Date.parse(text) - now.getTime() : 0
  return delayMs > 0 ? Math.min(delayMs, longestDelayMs) : undefined
}

// RFC 9110 §5.6.7, the one form that is still written. Date.parse alone takes far more.
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
