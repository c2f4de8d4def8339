import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const texts = {
  'legal/terms': {
    heading: 'Terms of Service',
    sections: ['Acceptance', 'Services', 'Fees and payment', 'Cancellation and refunds', 'Limitations', 'Contact'],
  },
  'legal/privacy': {
    heading: 'Privacy Policy',
    sections: ['Information collected', 'Use of information', 'Sharing', 'Security', 'Your rights', 'Contact'],
  },
  'legal/disclaimer': {
    heading: 'Disclaimer',
    sections: ['Not a credit repair organization', 'No guarantees', 'Educational services', 'FCRA rights', 'Not legal advice'],
  },
  'legal/esign-consent': {
    heading: 'E-sign and communications consent',
    sections: [
      'Electronic signature consent', 'Email communications', 'SMS/text consent',
      'Hardware and software requirements', 'Withdrawing consent', 'Contact information',
    ],
  },
  'legal/refund-policy': {
    heading: 'Refund policy',
    sections: ['General Policy', 'Refund Eligibility', 'Refund Process', 'Non-Refundable Items', 'Contact Us'],
  },
}

const addresses = Object.keys(texts)
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })

for (const [address, { heading, sections }] of Object.entries(texts)) {
  test(`${address} has its sections in their order, and the quick navigation leads to each`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
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

test('every text gives what the law and the specification say in so many words', async ({ page }) => {
  const promises: Record<string, string[]> = {
    'legal/terms': ['All plans are one-time payments.', 'Fees are non-refundable except under the refund policy.'],
    'legal/privacy': ['we do not sell it'],
    'legal/disclaimer': [
      'is not a credit repair organization',
      'cannot remove accurate negative information',
      'Negative items are typically removed after 7 years (10 for bankruptcies).',
      'Section 611 is the dispute right',
      'Section 609 is about disclosure',
    ],
    'legal/esign-consent': [
      'Reply STOP to any message to opt out.',
      'Reply HELP for help',
      "Your carrier's message and data rates apply.",
      'We may charge a reasonable fee for printing and mailing',
    ],
  }
  for (const [address, sentences] of Object.entries(promises)) {
    await page.goto(address)
    for (const sentence of sentences) await expect(page.locator('.prose')).toContainText(sentence)
  }
  await page.goto('legal/disclaimer')
  await expect(page.locator('.notice.bad')).toContainText('Important notice')
  await page.goto('legal/esign-consent')
  await expect(page.locator('.notice')).toContainText('Paper copies on request')
})

test('the refund policy gives each figure in its place', async ({ page }) => {
  await page.goto('legal/refund-policy')
  const row = (service: string | RegExp) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: service }) }).getByRole('cell')
  await expect(row('Credit Audit & Consultation')).toContainText('within 3 business days of receiving the report')
  await expect(row('Credit Audit & Consultation')).toContainText('None once the optional consultation is done')
  await expect(row(/before dispute letters are prepared/)).toContainText('A full refund minus a $50 admin fee')
  await expect(row(/before dispute letters are prepared/)).toContainText('within 5 business days of payment')
  await expect(row(/after work begins/)).toContainText('A pro-rated refund minus the $50 admin fee, if you ask within 30 days of enrollment')
  await expect(row('Bankruptcy / Complex Cases')).toContainText('only within 7 business days of payment, and only if no work has been done')
  await expect(row('Credit Coaching & Budget Planning')).toContainText('minus a $25 fee, if you ask before the scheduled session')
  const prose = page.locator('.prose')
  await expect(prose).toContainText('Refunds are made at our sole discretion')
  await expect(prose).toContainText('We review the request within 3-5 business days')
  await expect(prose).toContainText('An approved refund is paid within 7-10 business days')
  await expect(page.locator('.notice.bad')).toContainText('permanent ban')
  await expect(page.locator('#non-refundable-items ~ ul').first().getByRole('listitem')).toHaveText([
    /fully completed/, /late/, /responses of the bureaus/, /score that did not rise/, /change of mind/, /third parties/,
  ])
})

test('the 90-day exception stands right beside the 30-day rule', async ({ page }) => {
  await page.goto('legal/refund-policy')
  const rule = page.locator('.prose > p', { hasText: 'No refunds are made' })
  await expect(rule).toContainText('more than 30 days after enrollment, or after more than 50% of the planned dispute rounds')
  const exception = rule.locator('+ .notice.good')
  await expect(exception).toContainText(
    'if no items are removed within 90 days of starting disputes, you may ask for a full refund minus work completed and fees',
  )
})

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
  await page.getByRole('heading', { level: 2, name: 'Limitations' }).scrollIntoViewIfNeeded()
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
    for (const [address, { heading, sections }] of Object.entries(texts)) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.locator('.prose h2')).toHaveText(sections)
      await expect(page.locator('.page-head')).toContainText(/Version \d{4}-\d{2}-\d{2}/)
      await expect(page.getByText('Last Updated')).toHaveCount(0)
    }
  })

  test('the quick navigation works', async ({ page }) => {
    await page.goto('legal/privacy')
    await contents(page).getByRole('link', { name: 'Your rights' }).click()
    await expect(page).toHaveURL(/#your-rights$/)
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport()
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
