const firstCeilingMs = 30_000
export const maxDelayMs = 6 * 60 * 60 * 1000
export const maxAttempts = 12

/**
 * How long to wait after attempt number `attempts` (from 1): exponential backoff from 30 s to 6 h with full jitter, so
 * that deliveries which failed together are not retried together. Undefined after the last attempt. `random` returns
 * 0 to 1.
 */
export function retryDelayMs(attempts: number, random: () => number): number | undefined {
  if (attempts >= maxAttempts) return undefined
  return Math.round(random() * Math.min(firstCeilingMs * 2 ** (attempts - 1), maxDelayMs))
}

/**
 * The header Retry-After (RFC 9110 §10.2.3), seconds or a date, as a delay from now of at most 6 h. Undefined if it is
 * neither, or is in the past.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate.test(text) ? Date.parse(text) - now.getTime() : 0
  return delayMs > 0 ? Math.min(delayMs, maxDelayMs) : undefined
}

// IMF-fixdate (RFC 9110 §5.6.7), the one form that servers may send. Date.parse alone accepts far more.
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
