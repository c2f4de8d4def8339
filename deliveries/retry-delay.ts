const firstCeilingMs = 30_000
export const longestDelayMs = 6 * 60 * 60 * 1000
export const mostAttempts = 12

/**
 * How long to wait after the attempt of this number (1 is the first): any time below a ceiling that doubles from 30 s
 * to 6 h, so that deliveries which failed together do not return together ("full jitter"). Undefined after the last
 * attempt. `random` gives 0 to 1.
 */
export function retryDelayMs(attempts: number, random: () => number): number | undefined {
  if (attempts >= mostAttempts) return undefined
  return Math.round(random() * Math.min(firstCeilingMs * 2 ** (attempts - 1), longestDelayMs))
}
