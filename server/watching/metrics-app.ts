import { Hono } from 'hono'
import type { Figures } from './figures.ts'
import type { Metrics } from './metrics.ts'

/** `/metrics`, for a port of this machine: no visitor reaches it. */
export function createMetricsApp(metrics: Metrics, figures: () => Promise<Figures | undefined>): Hono {
  return new Hono().get('/metrics', async (context) => {
    const text = await metrics.text(await figures())
    return context.body(text, 200, { 'Content-Type': metrics.contentType })
  })
}
