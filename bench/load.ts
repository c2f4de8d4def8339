import autocannon from 'autocannon'

export interface Load extends Omit<autocannon.Options, 'url' | 'duration'> {
  url: string
  seconds: number
}

export interface Answers {
  /** Successful requests only. */
  perSecond: number
  /** The 99th percentile over all requests. */
  p99Ms: number
  failed: number
}

/** Sends requests for the given number of seconds. */
export async function load({ seconds, ...options }: Load): Promise<Answers> {
  const result = await autocannon({ ...options, duration: seconds })
  return {
    perSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
