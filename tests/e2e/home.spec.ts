import { faqs } from '../../content/faqs.ts'
import { formatUsd } from '../../content/format.ts'
import { home } from '../../content/home.ts'
import { priceList } from '../../content/plans.ts'
import { coaching, planIds, plans } from '../../domain/plans.ts'
import { site } from '../../site.config.ts'
import { expect, test } from './fixtures.ts'
import { checkoutOf, homeHeading, outbound } from './site-words.ts'

test('home has its sections in their order, each under its address', async ({ page }) => {
  await page.goto('./')
  expect(await page.locator('main > section[id]').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'home', 'how-it-works', 'pricing', 'testimonials', 'faqs', 'contact',
  ])
  expect(await page.title()).toBe(home.title)
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

test('each of the benefits has an icon', async ({ page }) => {
  await page.goto('./')
  const icons = page.locator('.why dt img')
  await icons.first().scrollIntoViewIfNeeded()
  await expect.poll(() => icons.evaluateAll((all) => all.filter((icon) => icon instanceof HTMLImageElement && icon.complete && icon.naturalWidth > 0).length)).toBe(home.why.benefits.length)
})

test('the price list names each price and leads to the checkout in a new tab', async ({ page, context, partnersUrl }) => {
  await page.goto('./')
  const cards = page.locator('.plans article')
  const offers = [...planIds.map((id) => plans[id]), coaching]
  await expect(cards.getByRole('heading')).toHaveText(offers.map(({ name }) => name))
  expect(await cards.locator('.price').evaluateAll((all) => all.map((price) => price.firstChild?.textContent?.trim()))).toEqual(
    offers.map(({ priceCents }) => formatUsd(priceCents)),
  )
  const popular = cards.filter({ hasText: priceList.popular })
  await expect(popular.getByRole('heading')).toHaveText(planIds.filter((id) => plans[id].popular).map((id) => plans[id].name))
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: `${priceList.choose} ${plans.standard.name}` }).click()
  const checkout = await opened
  await expect(checkout).toHaveURL(checkoutOf('standard', partnersUrl))
  expect(await checkout.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
})

test('the contact form is framed in its sandbox, and the details can be used', async ({ page, partnersUrl }) => {
  await page.goto('./')
  const frame = page.getByTitle(home.contact.form)
  await expect(frame).toHaveAttribute('sandbox', 'allow-forms allow-scripts allow-same-origin')
  await expect(frame).toHaveAttribute('src', outbound(partnersUrl).contactForm)
  await frame.scrollIntoViewIfNeeded()
  expect((await frame.boundingBox())?.height).toBe(850)
  await expect(page.frameLocator('iframe').locator('body')).toContainText(/\S/)
  await expect(page.locator('#contact a[href^="mailto:"]')).toHaveAttribute('href', `mailto:${site.contact.email}`)
  await expect(page.locator('#contact a[href^="tel:"]')).toHaveAttribute('href', `tel:${site.contact.phoneDialed}`)
})

test('a visitor sent away from onboarding is led back to it from home', async ({ page }) => {
  await page.goto('./')
  await expect(page.getByRole('link', { name: home.resume.onboarding.link })).toHaveCount(0)
  await page.goto('./client-onboarding?plan=Light%20Repair')
  await expect(page).toHaveURL(/\/auth$/)
  await page.locator('header.top .logo').click()
  await expect(page).toHaveURL(/\/$/)
  await page.reload()
  await expect(page.getByRole('link', { name: home.resume.onboarding.link })).toHaveAttribute(
    'href',
    /\/client-onboarding\?plan=Light%20Repair$/,
  )
})

test('badges and steps fade in one after another, and not at all for those who want no motion', async ({ page }) => {
  const delays = (list: string) =>
    page.locator(`${list} li`).evaluateAll((all) => all.map((item) => getComputedStyle(item).animationDelay))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('./')
  expect(await delays('.trust')).toEqual(['0s', '0.1s', '0.2s', '0.3s'].slice(0, home.hero.trust.length))
  await page.locator('.steps').scrollIntoViewIfNeeded()
  await expect(page.locator('.steps')).not.toHaveClass(/is-waiting/)
  expect(await delays('.steps')).toEqual(['0s', '0.15s', '0.3s', '0.45s'].slice(0, home.howItWorks.steps.length))
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

  test('text, links, questions and the menu work', async ({ page, partnersUrl }) => {
    await page.goto('./')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(homeHeading)
    await expect(page.locator('main').getByText(home.hero.stats[1]?.figure ?? '').first()).toBeVisible()
    await page.locator('details.menu summary').click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(/#pricing$/)
    await page.locator('#faqs summary').first().click()
    await expect(page.locator('#faqs details').first().getByText(faqs.questions[0]?.answer ?? '')).toBeVisible()
    const light = page.getByRole('link', { name: `${priceList.choose} ${plans.light.name}` })
    await expect(light).toHaveAttribute('href', checkoutOf('light', partnersUrl))
  })
})
