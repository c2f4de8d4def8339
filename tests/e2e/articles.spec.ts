import { findings } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

const articles = [
  {
    address: 'blog/understanding-credit-score',
    heading: 'Understanding your credit score',
    date: 'October 15, 2025',
    category: 'Credit Education',
    picture: /\/blog-score-/,
    action: 'Get Started Today',
    sections: [
      'You have more than one score', 'What the score is made of', 'What the score does not see',
      'What the ranges mean', 'How long things stay', 'Where to start this month',
    ],
  },
  {
    address: 'blog/common-credit-errors',
    heading: 'Common errors on credit reports',
    date: 'October 10, 2025',
    category: 'Credit Repair',
    picture: /\/blog-errors-/,
    action: 'Get Expert Help Today',
    sections: [
      'Seven kinds of errors', 'How to find them', 'How to dispute, step by step',
      'What about 609 letters?', 'What cannot be disputed away', 'When help makes sense',
    ],
  },
]

for (const { address, heading, date, category, picture, action, sections } of articles) {
  test(`${address} has its date, category, picture and sections`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('.page-head .meta span')).toHaveText(category)
    await expect(page.locator('.page-head time')).toHaveText(date)
    await expect(page.locator('.art img')).toHaveAttribute('src', picture)
    await expect(page.locator('.prose h2')).toHaveText(sections)
    await expect(page.getByRole('navigation', { name: 'In this article' }).getByRole('link')).toHaveText(sections)
    const words = await page.locator('.prose').innerText()
    expect(words.split(/\s+/).length).toBeGreaterThanOrEqual(900)
  })

  test(`${address} leads back to the blog, and ends with ${action}`, async ({ page }) => {
    await page.goto(address)
    const end = page.getByRole('main').getByRole('link', { name: action })
    await expect(end).toHaveAttribute('href', /\/signup$/)
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(page).toHaveURL(/\/blog$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credit, in plain English')
    await page.goBack()
    await end.click()
    await expect(page).toHaveURL(/\/signup$/)
  })
}

test('the strip above the footer gives the same titles, dates and categories as the articles', async ({ page }) => {
  await page.goto('legal/terms')
  const cards = page.locator('#blog article')
  await expect(cards).toHaveCount(articles.length)
  for (const [index, { heading, date, category }] of articles.entries()) {
    await expect(cards.nth(index).getByRole('heading')).toHaveText(heading)
    await expect(cards.nth(index)).toContainText(`${category}, ${date}`)
  }
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(articles[0]?.heading ?? '')
})

test('the article on scores gives the weights of FICO, the ranges and the limits in time', async ({ page }) => {
  await page.goto('blog/understanding-credit-score')
  const cells = (table: number) =>
    page.getByRole('table').nth(table).locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  expect(await cells(0)).toEqual([
    ['Payment history', '35%'],
    ['Amounts owed', '30%'],
    ['Length of credit history', '15%'],
    ['New credit', '10%'],
    ['Credit mix', '10%'],
  ])
  expect(await cells(1)).toEqual([
    ['Excellent', '800-850'],
    ['Very Good', '740-799'],
    ['Good', '670-739'],
    ['Fair', '580-669'],
    ['Poor', '300-579'],
  ])
  const prose = page.locator('.prose')
  await expect(prose).toContainText('it should stay under 30%. That is a rule of thumb')
  await expect(prose).toContainText('can stay for up to 7 years. A Chapter 7 bankruptcy can stay for up to 10.')
  await expect(prose).toContainText('A bureau usually has 30 days to investigate.')
})

test('the article on errors names the right to dispute, the time it takes and what section 609 is', async ({ page }) => {
  await page.goto('blog/common-credit-errors')
  const prose = page.locator('.prose')
  await expect(prose).toContainText('The right to dispute is in section 611 of the Fair Credit Reporting Act')
  await expect(prose).toContainText('The bureau must investigate within 30 days of receiving your dispute. It may take 45')
  await expect(prose).toContainText('Section 609 gives you the right to see what is in your file, and that is all it gives you.')
  await expect(prose).toContainText('They are free every week.')
})

test('a link of an article to another site opens a new tab without opener or referrer', async ({ page }) => {
  await page.goto('blog/common-credit-errors')
  const links = page.locator('.prose a[href^="http"]')
  expect(await links.count()).toBeGreaterThan(3)
  const careless = await links.evaluateAll((all) =>
    all.filter((link) => link.getAttribute('target') !== '_blank' || link.getAttribute('rel') !== 'noopener noreferrer').length,
  )
  expect(careless).toBe(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an article can be read from its first to its last word', async ({ page }) => {
    await page.goto('blog/understanding-credit-score')
    await expect(page.locator('.prose')).toContainText('A credit score is a three-digit answer to one question')
    await expect(page.getByRole('link', { name: 'Get Started Today' })).toBeVisible()
    await expect(page.locator('.art img')).toBeVisible()
  })
})

for (const width of [320, 1440]) {
  test(`nothing is cut off or inaccessible in the articles at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { address } of articles) {
      await page.goto(address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      expect(await findings(page), address).toEqual([])
    }
  })
}
