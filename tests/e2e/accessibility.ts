import type { Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'

/** What axe finds wrong with the page as it is now, framed pages of others left out: rule and elements of each finding. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(`axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] })`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
