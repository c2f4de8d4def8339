import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { legalPage } from '../../content/legal.ts'
import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { legalTexts } from './site-words.ts'

const addresses = legalTexts.map(({ address }) => address)
const contents = (page: Page) => page.getByRole('navigation', { name: legalPage.contents })

for (const { address, head, sections } of legalTexts) {
  test(`${address} has its sections in their order, and the quick navigation leads to each`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(head.title)
    await expect(page.locator('.prose h2')).toHaveText(sections)
    await expect(contents(page).getByRole('link')).toHaveText(sections)
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const section of sections) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await contents(page).getByRole('link', { name: section, exact: true }).click()
      const target = page.getByRole('heading', { level: 2, name: section, exact: true })
      await expect(target).toBeInViewport()
      // Clear of the header that a scrolled page has.
      await expect.poll(() => target.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(64)
    }
  })
}

test.describe('where it is still the day before', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('each text was last updated today, where the reader is', async ({ page }) => {
    await page.clock.setFixedTime('2031-03-05T03:00:00Z')
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.locator('.page-head'), address).toContainText('Last Updated: March 4, 2031')
      await expect(page.locator('.page-head'), address).toContainText(/Version \d{4}-\d{2}-\d{2}/)
    }
  })
})

test('the date moves nothing when the browser writes it, at any width', async ({ page }) => {
  await page.clock.setFixedTime('2031-09-30T12:00:00Z')
  for (const width of [320, 375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('legal/terms')
    await expect(page.locator('.page-head')).toContainText('Last Updated: September 30, 2031')
    const height = () => page.locator('.page-head').evaluate((element) => element.getBoundingClientRect().height)
    const written = await height()
    await page.locator('.updated').evaluate((element) => element.replaceChildren())
    expect(await height(), `${width} pixels`).toBe(written)
  }
})

test('the list of sections stays in sight on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('legal/terms')
  await page.locator('.prose h2').last().scrollIntoViewIfNeeded()
  await expect(contents(page)).toBeInViewport({ ratio: 1 })
})

/** The text as a browser has it: a line for each heading, paragraph, item and cell. */
const read = (page: Page) =>
  page.locator('h1, .prose').evaluateAll((parts) => {
    const inline = /^(a|b|code|em|span|strong)$/i
    const textOf = (node: Node): string => {
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').replace(/\s+/g, ' ') : ''
      const text = Array.from(node.childNodes, textOf).join('')
      return inline.test(node.tagName) ? text : `\n${text}\n`
    }
    return parts.map(textOf).join('').split('\n').map((line) => line.trim()).filter(Boolean).join('\n')
  })

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every text that is served is the one whose hash clients agree to', async ({ page, request }) => {
    const kept: { document: string; version: string; sha256: string }[] = await (await request.get('legal/texts.json')).json()
    for (const address of addresses) {
      await page.goto(address)
      const { version, sha256 } = kept.find(({ document }) => address.endsWith(document)) ?? {}
      expect(createHash('sha256').update(await read(page)).digest('hex'), address).toBe(sha256)
      await expect(page.locator('.page-head')).toContainText(`Version ${version}`)
    }
  })

  test('every text is there with its version, and without a date that only the reader knows', async ({ page }) => {
    for (const { address, head, sections } of legalTexts) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(head.title)
      await expect(page.locator('.prose h2')).toHaveText(sections)
      await expect(page.locator('.page-head')).toContainText(/Version \d{4}-\d{2}-\d{2}/)
      await expect(page.getByText('Last Updated')).toHaveCount(0)
    }
  })

  test('the quick navigation works', async ({ page }) => {
    await page.goto('legal/privacy')
    const last = contents(page).getByRole('link').last()
    const place = await last.getAttribute('href')
    await last.click()
    await expect(page).toHaveURL(new RegExp(`${place}$`))
    await expect(page.locator(place ?? '')).toBeInViewport()
  })
})

for (const width of [320, 1440]) {
  test(`nothing is cut off or inaccessible on the legal pages at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.locator('.updated')).not.toBeEmpty()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await findings(page), address).toEqual([])
    }
  })
}
