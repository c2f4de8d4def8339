import { connectionMessages } from '#words/connection.ts'
import type { Clock } from '../clock.ts'

export const answerLimitMs = 30_000

/**
 * `fetch` that answers completely within the limit, or fails with a sentence for people. The body is read here, because a
 * response can also stall halfway. Other network failures pass through.
 */
export function boundedFetch(network: typeof fetch, clock: Clock, limitMs = answerLimitMs): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController()
    const stop = clock.start(() => limit.abort(new Error(connectionMessages.noAnswer)), limitMs)
    const { signal: own } = init ?? {}
    const giveUp = () => limit.abort(own?.reason)
    if (own?.aborted) giveUp()
    own?.addEventListener('abort', giveUp)
    try {
      const response = await network(input, { ...init, signal: limit.signal })
      const body = await response.text()
      return new Response(body || null, response)
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error
    } finally {
      stop()
      own?.removeEventListener('abort', giveUp)
    }
  }
}
