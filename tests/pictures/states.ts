import type { Page } from '@playwright/test'
import { addApp, enroll, makeRecoveryCodes, openAccount, stored } from '../e2e/account-page.ts'
import { answer, ask } from '../e2e/assessment-form.ts'
import { fillCredentials } from '../e2e/auth-card.ts'
import { estimate } from '../e2e/calculator-form.ts'
import { openForm, submit } from '../e2e/onboarding-form.ts'
import { expect } from '../e2e/fixtures.ts'

interface State {
  address: string
  widths: number[]
  /** What is done on the page before the picture; nothing, for the page as it is opened. */
  act?: (page: Page, email: string) => Promise<unknown>
}

const narrow = [375]
const both = [375, 1440]
const all = [375, 768, 1440]

const opened = (address: string, widths = both): State => ({ address, widths })

const answerAll = (page: Page) => answer(page, { latePayments: '3-5', utilization: '75%+', judgments: 'none', bankruptcy: true, negativeAccounts: '4' })

/** All pages and their main states, by the names of their pictures. */
export const states: Record<string, State> = {
  home: opened('./', all),
  assessment: opened('./assessment', all),
  calculator: opened('./credit-score-calculator', all),
  about: opened('./about'),
  blog: opened('./blog', all),
  'blog-score': opened('./blog/understanding-credit-score'),
  'blog-errors': opened('./blog/common-credit-errors'),
  signup: opened('./signup'),
  auth: opened('./auth'),
  'onboarding-success': opened('./onboarding-success'),
  welcome: opened('./welcome', all),
  terms: opened('./legal/terms'),
  privacy: opened('./legal/privacy'),
  disclaimer: opened('./legal/disclaimer'),
  'esign-consent': opened('./legal/esign-consent'),
  'refund-policy': opened('./legal/refund-policy'),
  'not-found': opened('./no-such-page'),
  'assessment-answered': { address: './assessment', widths: both, act: answerAll },
  recommendation: {
    address: './assessment',
    widths: both,
    act: async (page) => {
      await answerAll(page)
      await ask(page)
      await expect(page.getByRole('region', { name: 'Your recommendation' })).toBeVisible()
    },
  },
  'calculator-result': { address: './credit-score-calculator', widths: both, act: estimate },
  'menu-open': { address: './', widths: narrow, act: (page) => page.locator('details.menu summary').click() },
  'help-open': { address: './assessment', widths: both, act: (page) => page.getByRole('button', { name: /^Help: / }).nth(2).focus() },
  'faq-open': { address: './#faqs', widths: both, act: (page) => page.locator('#faqs summary').nth(4).click() },
  toast: { address: './assessment', widths: both, act: ask },
  'auth-sign-up': { address: './auth', widths: both, act: (page) => page.getByRole('tab', { name: 'Sign Up' }).click() },
  'auth-refused': {
    address: './auth',
    widths: both,
    act: async (page, email) => {
      await fillCredentials(page, email)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  onboarding: { address: './', widths: both, act: openForm },
  account: {
    address: './',
    widths: all,
    act: async (page, email) => {
      await openAccount(page, email)
      await enroll(page)
      await page.reload()
      await expect(stored(page)).toContainText('Standard Repair')
    },
  },
  'account-correction': {
    address: './',
    widths: both,
    act: async (page, email) => {
      await openAccount(page, email)
      await enroll(page)
      await page.reload()
      await page.getByRole('button', { name: 'Correct something' }).click()
      await page.getByLabel('What is wrong?').selectOption({ label: 'Address' })
    },
  },
  'account-app': {
    address: './',
    widths: both,
    act: async (page, email) => {
      await openAccount(page, email)
      await page.getByRole('button', { name: 'Turn it on' }).click()
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    },
  },
  'account-requests': {
    address: './',
    widths: both,
    act: async (page, email) => {
      await openAccount(page, email)
      await page.getByRole('button', { name: 'Ask for deletion' }).click()
      await page.getByLabel('New email address').fill(`new.${email}`)
      await page.getByRole('button', { name: 'Change the address' }).click()
      await expect(page.getByText('You asked for deletion on')).toBeVisible()
      await expect(page.getByText('It is to become this one')).toBeVisible()
    },
  },
  'account-recovery-codes': {
    address: './',
    widths: both,
    act: async (page, email) => {
      await openAccount(page, email)
      await addApp(page)
      await makeRecoveryCodes(page)
    },
  },
  'onboarding-texting': {
    address: './',
    widths: all,
    act: async (page, email) => {
      await openForm(page, email)
      await page.getByRole('radio', { name: 'Text Message' }).check()
    },
  },
  'onboarding-problems': {
    address: './',
    widths: both,
    act: async (page, email) => {
      await openForm(page, email)
      await submit(page)
      await expect(page.getByRole('alert')).toBeFocused()
    },
  },
}

/** What is pictured as the window shows it, since it lies over the page. */
export const inWindow = ['menu-open', 'help-open', 'faq-open', 'toast', 'auth-refused']
