import { blogPage } from '../../../content/blog.ts'
import { plans } from '../../../domain/plans.ts'
import { alive, expect } from '../fixtures.ts'
import { test } from './fixtures.ts'

test.use({ attended: false })

/** One of the app's files: a browser has six lines to a server, and the next page needs one. */
const scripts = /\/assets\/frame-.*\.js$/
const sheets = /\/assets\/.*\.css$/
const tooFew = 'Please answer at least 2 questions to get an accurate recommendation.'

test('what is answered, counted and pressed before the app is there counts', async ({ page, testProxy }) => {
  const release = testProxy.hold(scripts)
  await page.goto('./assessment', { waitUntil: 'load' })
  await page.getByRole('button', { name: 'One more negative account' }).click()
  await page.locator('[name=latePayments][value="3-5"]').check()
  await page.locator('[name=bankruptcy]').check()
  await page.getByRole('button', { name: 'Get My Recommendation' }).click()
  release()
  await alive(page)
  await expect(page.getByText('3 answered')).toBeVisible()
  await expect(page.locator('[name=negativeAccounts]')).toHaveValue('1')
  await expect(page.getByRole('region', { name: 'Your recommendation' })).toContainText(plans.complex.name)
})

test('the Enter key before the app is there is answered by the app', async ({ page, testProxy }) => {
  const release = testProxy.hold(scripts)
  await page.goto('./assessment', { waitUntil: 'load' })
  await page.locator('[name=negativeAccounts]').press('Enter')
  release()
  await expect(page.getByText(tooFew)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

for (const width of [375, 1440]) {
  test(`help opens before the app is there, at ${width} pixels`, async ({ page, testProxy }) => {
    await page.setViewportSize({ width, height: 800 })
    const release = testProxy.hold(scripts)
    await page.goto('./credit-score-calculator', { waitUntil: 'load' })
    await page.getByRole('button', { name: /^Help: / }).nth(4).click()
    const tip = page.getByText('Checking your own credit is not one.')
    await expect(tip).toBeVisible()
    await expect(page.locator('html[data-app=ready]')).toHaveCount(0)
    release()
    await alive(page)
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })
}

test('menu, questions and links need no app', async ({ page, testProxy }) => {
  testProxy.hold(scripts)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('./', { waitUntil: 'load' })
  await page.locator('details.menu summary').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'FAQs' }).click()
  await expect(page).toHaveURL(/#faqs$/)
  const answers = page.locator('#faqs details[open]')
  await page.locator('#faqs summary').nth(0).click()
  await expect(answers).toHaveCount(1)
  await page.locator('#faqs summary').last().click()
  await expect(answers).toHaveCount(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL(/\/about$/)
})

test('a page that is left while the app is on its way says nothing on the console', async ({ page, testProxy }) => {
  const release = testProxy.hold(scripts)
  await page.goto('./assessment', { waitUntil: 'load' })
  await page.locator('[name=bankruptcy]').check()
  await expect.poll(() => testProxy.asked.filter((path) => scripts.test(path)).length).toBeGreaterThan(0)
  await page.goto('./about', { waitUntil: 'load' })
  release()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.goto('./blog', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(blogPage.heading)
})

/** Whether the browser has drawn text or a picture. */
const painted = () => performance.getEntriesByName('first-contentful-paint').length > 0

for (const [what, address, remembers] of [
  ['the onboarding', './client-onboarding', false],
  ['the end of the onboarding', './onboarding-success', false],
  ['a page of a tab that remembers something', './assessment', true],
] as const) {
  test(`${what} is seen before the whole style sheet has come`, async ({ page, testProxy }) => {
    // Before the page there is an empty one, which may keep nothing.
    if (remembers) await page.addInitScript(() => location.protocol === 'http:' && sessionStorage.setItem('assessment-inputs', '{}'))
    const release = testProxy.hold(sheets)
    await page.goto(address, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(painted), 'painted').toBe(true)
    await expect.poll(() => testProxy.asked.filter((path) => sheets.test(path)), 'asked for and held').not.toEqual([])
    release()
    await alive(page)
  })
}
