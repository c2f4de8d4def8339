import { site } from '../../site.config.ts'
import { expect, test } from './fixtures.ts'

/** Order, roles, names and states, as a screen reader is told them. */

test('the header names its two menus and says which page is open', async ({ page }) => {
  await page.goto('./about')
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Get Credit Monitoring"
      - link "Client Login"
      - link "${site.organization.logo.join(' ')}"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
          - listitem:
            - link "How It Works"
          - listitem:
            - link "Pricing"
          - listitem:
            - link "Credit Calculator"
          - listitem:
            - link "Testimonials"
          - listitem:
            - link "FAQs"
          - listitem:
            - link "Blog"
          - listitem:
            - link "Contact"
      - link "Get Started"
  `)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.locator('.menu summary').click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveCount(11)
})

test('the questionnaire is groups with names, hints and help', async ({ page }) => {
  await page.goto('./assessment')
  await page.locator('[name=latePayments][value="1-2"]').check()
  await page.locator('[name=bankruptcy]').check()
  await expect(page.locator('form.panel')).toMatchAriaSnapshot(`
    - heading "Your answers" [level=2]
    - paragraph: /Answer at least 2 questions/
    - group "Late payments shown on your reports":
      - 'button "Help: Late payments"'
      - radio "0"
      - radio "1-2" [checked]
      - radio "3-5"
      - radio "6+"
    - group "Derogatory marks charge-offs, collections, repossessions"
    - text: Negative accounts shown on your reports
    - 'button "Help: Negative accounts"'
    - button "One negative account less" [disabled]
    - textbox "Negative accounts shown on your reports": "0"
    - button "One more negative account"
    - group "Card balances as a share of your limits"
    - group "Hard inquiries shown on your reports"
    - group "Oldest account how long ago you opened it"
    - group "Judgments"
    - group "Also true for me":
      - checkbox "A bankruptcy is on my reports" [checked]
      - 'button "Help: A bankruptcy is on my reports"'
      - checkbox "I already have credit monitoring"
      - 'button "Help: I already have credit monitoring"'
    - status: 2 answered
    - button "Get My Recommendation"
    - button "Reset"
  `)
  await page.getByRole('button', { name: 'Get My Recommendation' }).click()
  await expect(page.getByRole('region', { name: 'Your recommendation' })).toMatchAriaSnapshot(`
    - region "Your recommendation":
      - heading [level=2]
  `)
})

test('a notice is announced as a title and a sentence, with a word between them', async ({ page }) => {
  await page.goto('./assessment')
  await page.getByRole('button', { name: 'Get My Recommendation' }).click()
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
    - alert:
      - text: More Information Needed Please answer at least 2 questions to get an accurate recommendation.
      - button "Dismiss"
  `)
  expect(await page.getByRole('alert').locator('span').textContent()).toMatch(/^More Information Needed Please answer/)
})

test('the card to sign in is a heading, two tabs and a form', async ({ page }) => {
  await page.goto('./auth')
  await expect(page.getByRole('region', { name: 'Welcome' })).toMatchAriaSnapshot(`
    - region "Welcome":
      - heading "Welcome" [level=1]
      - tablist "Account":
        - tab "Sign In" [selected]
        - tab "Sign Up"
      - tabpanel "Sign In":
        - textbox "Email"
        - textbox "Password"
        - button "Show password"
        - button "Sign In"
  `)
})

test('the calculator is six groups, and its button says that it waits for them', async ({ page }) => {
  await page.goto('./credit-score-calculator')
  const form = page.getByRole('form', { name: 'Six questions' })
  await expect(form.getByRole('group')).toHaveCount(6)
  await expect(form.getByRole('group', { name: 'How many late payments are on your reports?' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Calculate My Score' })).toBeDisabled()
  await expect(form.getByRole('status')).toHaveText('0 of 6 answered')
})
