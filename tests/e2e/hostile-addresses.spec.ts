import type { Page } from '@playwright/test'
import { createAccount } from './auth-card.ts'
import { expect, test } from './fixtures.ts'
import { openForm } from './onboarding-form.ts'

// Whoever sends somebody a link chooses what its address says. No page repeats it as if it were ours (R-ADDRESS-TEXT).

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const bait = 'Your account is locked, call 555-0100'
const names = [
  'error', 'error_code', 'error_description', 'message', 'msg', 'title', 'email', 'name', 'next', 'redirect_to', 'type', 'plan',
  'state', 'status', 'notice', 'sb_flow_id', 'enrollment_id',
]
const parameters = new URLSearchParams(names.map((name) => [name, bait])).toString()
const pages = [
  '/', '/auth', '/confirm', '/about', '/blog', '/assessment', '/credit-score-calculator', '/signup', '/account', '/onboarding-success', '/welcome', '/legal/terms',
  `/${encodeURIComponent(bait)}`, `/blog/${encodeURIComponent(bait)}`,
]

/** What a visitor can see, hear or be told of a page. */
const shownOn = (page: Page) =>
  page.evaluate(() => {
    const spoken = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'value']
    const attributes = Array.from(document.querySelectorAll('*'), (element) => spoken.map((name) => element.getAttribute(name) ?? ''))
    const values = Array.from(document.querySelectorAll('input, textarea'), (control) => ('value' in control ? String(control.value) : ''))
    return [document.title, document.body.innerText, ...attributes.flat(), ...values].join('\n')
  })

async function expectNoBait(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await shownOn(page)).not.toContain('555-0100')
}

for (const address of pages) {
  test(`nothing of a hostile address stands on ${decodeURIComponent(address)}`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/, /^Page not found: /)
    for (const written of [`?${parameters}`, `#${parameters}`, `?${parameters}#${parameters}`, `#${encodeURIComponent(bait)}`]) {
      await page.goto('about:blank')
      await page.goto(address + written)
      // The app starts with the first intent.
      await page.keyboard.press('Shift')
      await expectNoBait(page)
    }
  })
}

test('the onboarding form repeats the name of the plan and nothing else', async ({ page, email }) => {
  const others = new URLSearchParams(names.filter((name) => name !== 'plan').map((name) => [name, bait])).toString()
  await openForm(page, email, `/client-onboarding?${others}#${parameters}`)
  await expectNoBait(page)
  await page.goto(`/client-onboarding?plan=${encodeURIComponent(bait)}`)
  await expect(page.getByText(`Plan: ${bait}.`)).toBeVisible()
})

test('what another visit left in the storage is never shown as a notice', async ({ page, email }) => {
  await createAccount(page, email)
  await page.goto('/about')
  await page.evaluate((text) => {
    const known = ['assessment-inputs', 'onboarding-path:/', 'choosing-password:/', 'scroll-positions', 'toasts', 'notices']
    for (const storage of [sessionStorage, localStorage]) {
      for (const name of known) storage.setItem(name, JSON.stringify({ title: text, message: text, text }))
    }
    sessionStorage.setItem('onboarding-path:/', `/client-onboarding?plan=${text}`)
    history.replaceState({ usr: { userId: text, sent: text, message: text } }, '')
  }, bait)
  for (const address of ['/', '/auth', '/confirm', '/assessment', '/onboarding-success']) {
    await page.goto(address)
    await page.keyboard.press('Shift')
    await expectNoBait(page)
  }
})
