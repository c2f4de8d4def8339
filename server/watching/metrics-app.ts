import { Hono } from 'hono'
import type { Figures } from './figures.ts'
import type { Metrics } from './metrics.ts'

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * `/metrics`, for a port of this machine: no visitor reaches it. By any other name it answers 421, since a web page could
 * give this machine's address a name of its own, and read the answer in the operator's browser.
 */
export function createMetricsApp(metrics: Metrics, figures: () => Promise<Figures | undefined>): Hono {
  return new Hono().get('/metrics', async (context) => {
    if (!thisMachine.test(new URL(context.req.url).hostname)) return context.text('Ask for localhost.', 421)
    const text = await metrics.text(await figures())
    return context.body(text, 200, { 'Content-Type': metrics.contentType })
  })
}
