import { expect, publicPages, test, widths } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

test.use({ attended: false })

for (const width of widths) {
  test(`no page is cut off, covered or out of its row at ${width} pixels`, async ({ page, expectedErrors }) => {
    test.slow()
    expectedErrors.push(/404|Page not found/)
    await page.setViewportSize({ width, height: 900 })
    const faults: Record<string, string[]> = {}
    for (const address of publicPages) {
      await page.goto(`./${address}`, { waitUntil: 'load' })
      await page.locator('h1').first().waitFor()
      const found = await layoutFaults(page)
      if (found.length > 0) faults[address || 'home'] = found
    }
    expect(faults).toEqual({})
  })
}
