import { comingSoon } from '../../content/blog.ts'
import { expect, test } from './fixtures.ts'
import { articles } from './site-words.ts'

// What the sample's two articles are to say, in so many words.

const known = [
  {
    address: 'blog/understanding-credit-score',
    heading: 'Understanding your credit score',
    date: '2025-10-15',
    category: 'Credit Education',
    action: 'Get Started Today',
    sections: [
      'You have more than one score', 'What the score is made of', 'What the score does not see',
      'What the ranges mean', 'How long things stay', 'Where to start this month',
    ],
  },
  {
    address: 'blog/common-credit-errors',
    heading: 'Common errors on credit reports',
    date: '2025-10-10',
    category: 'Credit Repair',
    action: 'Get Expert Help Today',
    sections: [
      'Seven kinds of errors', 'How to find them', 'How to dispute, step by step',
      'What about 609 letters?', 'What cannot be disputed away', 'When help makes sense',
    ],
  },
]

test('the two articles have their titles, dates, categories, sections and buttons', () => {
  const found = articles.map(({ address, head, sections }) => ({
    address, heading: head.title, date: head.date, category: head.category, action: head.action, sections,
  }))
  expect(found).toEqual(known)
})

test('the blog announces four more', () => {
  expect(comingSoon.map(({ category, date }) => `${category}, ${date}`)).toEqual([
    'Credit Education, 2025-09-24', 'Credit Repair, 2025-09-10', 'Budgeting, 2025-08-27', 'Rebuilding, 2025-08-13',
  ])
})

test('each article has 900 words, and the one on errors links its sources', async ({ page }) => {
  for (const { address } of known) {
    await page.goto(address)
    const words = await page.locator('.prose').innerText()
    expect(words.split(/\s+/).length, address).toBeGreaterThanOrEqual(900)
  }
  expect(await page.locator('.prose a[href^="http"]').count()).toBeGreaterThan(3)
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
