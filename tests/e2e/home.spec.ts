import { expect, test } from './fixtures.ts'

test('home has its sections in their order, each under its address', async ({ page }) => {
  await page.goto('./')
  expect(await page.locator('main > section[id]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'home', 'how-it-works', 'pricing', 'testimonials', 'faqs', 'contact',
  ])
  await expect(page).toHaveTitle(/dispute errors, rebuild credit/)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  await expect(page.locator('meta[name=description]')).toHaveCount(1)
})

test('a link to another company opens a new tab without opener or referrer', async ({ page, baseURL }) => {
  await page.goto('./')
  const origin = new URL(baseURL ?? '').origin
  const careless = await page.locator('a[href^="http"]').evaluateAll(
    (all, own) =>
      all
        .filter((link) => new URL(link.getAttribute('href') ?? '').origin !== own)
        .filter((link) => link.getAttribute('target') !== '_blank' || link.getAttribute('rel') !== 'noopener noreferrer')
        .map((link) => link.textContent),
    origin,
  )
  expect(careless).toEqual([])
  await expect(page.locator('a[target=_blank]', { hasText: 'Client Login' })).not.toHaveCount(0)
})

test('the 90 days are called a money-back guarantee, beside the conditions', async ({ page }) => {
  await page.goto('./')
  await expect(page.locator('.pledge')).toContainText(/^90 days.*90-day money-back guarantee: a 90-day full refund if no negative items are removed/)
  await expect(page.locator('.pledge').getByRole('link', { name: 'refund policy' })).toBeVisible()
})

test('each of the four benefits has an icon of its own', async ({ page }) => {
  await page.goto('./')
  const icons = page.locator('.why dt img')
  await icons.first().scrollIntoViewIfNeeded()
  await expect.poll(() => icons.evaluateAll((all) => all.filter((icon) => icon instanceof HTMLImageElement && icon.complete && icon.naturalWidth > 0).length)).toBe(4)
  const looks = await Promise.all((await icons.all()).map(async (icon) => (await icon.screenshot()).toString('base64')))
  expect(new Set(looks).size).toBe(4)
})

test('the price list names each price and leads to the checkout in a new tab', async ({ page, context, partnersUrl }) => {
  await page.goto('./')
  const cards = page.locator('.plans article')
  await expect(cards.getByRole('heading')).toHaveText([
    'Credit Audit & Consultation', 'Light Repair', 'Standard Repair', 'Advanced Repair',
    'Bankruptcy / Complex Cases', 'Credit Coaching & Budget Planning',
  ])
  expect(await cards.locator('.price').evaluateAll((all) => all.map((price) => price.firstChild?.textContent?.trim()))).toEqual([
    '$25', '$200', '$350', '$500', '$750', '$149',
  ])
  await expect(cards.filter({ hasText: 'Most Popular' })).toHaveCount(1)
  await expect(cards.filter({ hasText: 'Most Popular' }).getByRole('heading')).toHaveText('Standard Repair')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Choose Standard Repair' }).click()
  const checkout = await opened
  await expect(checkout).toHaveURL(`${partnersUrl}/checkout/standard`)
  expect(await checkout.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
})

test('the contact form is framed in its sandbox, and the details can be used', async ({ page, partnersUrl }) => {
  await page.goto('./')
  const frame = page.getByTitle('Contact form')
  await expect(frame).toHaveAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin')
  await expect(frame).toHaveAttribute('src', `${partnersUrl}/contact`)
  await frame.scrollIntoViewIfNeeded()
  expect((await frame.boundingBox())?.height).toBe(850)
  await expect(page.frameLocator('iframe').locator('body')).toContainText(/\S/)
  await expect(page.locator('#contact a[href^="mailto:"]')).toHaveAttribute('href', 'mailto:hello@example.com')
  await expect(page.locator('#contact a[href^="tel:"]')).toHaveAttribute('href', 'tel:+15555550142')
})

test('a visitor sent away from onboarding is led back to it from home', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('link', { name: 'Continue your onboarding' })).toHaveCount(0)
  await page.goto('./client-onboarding?plan=Light%20Repair')
  await expect(page).toHaveURL(/\/auth$/)
  await page.locator('header.top .logo').click()
  await expect(page).toHaveURL(/\/$/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Continue your onboarding' })).toHaveAttribute(
    'href',
    /\/client-onboarding\?plan=Light%20Repair$/,
  )
})

test('badges and steps fade in one after another, and not at all for those who want no motion', async ({ page }) => {
  const delays = (list: string) =>
    page.locator(`${list} li`).evaluateAll((all) => all.map((item) => getComputedStyle(item).animationDelay))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('./')
  expect(await delays('.trust')).toEqual(['0s', '0.1s', '0.2s', '0.3s'])
  await page.locator('.steps').scrollIntoViewIfNeeded()
  await expect(page.locator('.steps')).not.toHaveClass(/is-waiting/)
  expect(await delays('.steps')).toEqual(['0s', '0.15s', '0.3s', '0.45s'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  const moving = page.locator('.trust li, .steps li, header.top a')
  const motion = await moving.evaluateAll((all) =>
    all.map((item) => getComputedStyle(item)).filter((style) => style.animationName !== 'none' || style.transitionDuration !== '0s'),
  )
  expect(motion).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } })

  test('text, links, questions and the menu work', async ({ page }) => {
    await page.goto('./')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Dispute errors.')
    await expect(page.getByText('50K+')).toBeVisible()
    await page.locator('details.menu summary').click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(/#pricing$/)
    await page.locator('#faqs summary').first().click()
    await expect(page.locator('#faqs details').first().getByText('We read your three credit reports')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Choose Light Repair' })).toHaveAttribute('href', /\/checkout\/light$/)
  })
})
