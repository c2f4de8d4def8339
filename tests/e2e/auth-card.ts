import type { APIResponse, Page } from '@playwright/test'
import { backendAddress } from '../../app/backend/address.ts'
import { linkTokenOf } from '../../domain/email-link.ts'
import { expect } from './fixtures.ts'

export const password = 'correct horse battery'

/** What Chromium says on the console of an answer that is a refusal. */
export const refusedAnswer = /the server responded with a status of 4\d\d/
export const failedLoad = /Failed to load resource/

export async function fillCredentials(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
}

export async function openSignUp(page: Page) {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
}

/** Creates an account, which signs in and leads home. */
export async function signUp(page: Page, email: string) {
  await openSignUp(page)
  await fillCredentials(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
}

/** Creates an account without a look at the page. Returns the answer: a session. */
export async function createAccount(page: Page, email: string): Promise<APIResponse> {
  const response = await page.request.post('auth/v1/signup', { data: { email, password } })
  expect(response.status()).toBe(200)
  return response
}

/** Has the browser start where somebody has just signed up, for whom the page of it is not what matters. */
export async function startSignedUp(page: Page, email: string) {
  const response = await createAccount(page, email)
  const { origin, pathname } = new URL(response.url())
  const base = pathname.replace('auth/v1/signup', '')
  const { sessionKey } = backendAddress({ BASE_URL: base }, origin)
  const session = { name: sessionKey, value: await response.text() }
  if (page.context().browser()?.browserType().name() === 'chromium') {
    return await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage: [session] }] })
  }
  // Not every driver can do that. Nothing of the site runs here.
  await page.goto(`${origin}${base}favicon.svg`, { waitUntil: 'load' })
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), session)
}

/** Follows the link of an e-mail to its page, and presses the one button there. */
export async function pressLink(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('main').locator('form').getByRole('button').click()
}

/** The address by which other clients use the token of such a link, and e-mails in the words of Supabase itself do. */
export function linkOfSupabase(link: string): string {
  const { hash, href } = new URL(link)
  const { hash: token = '', type = '' } = linkTokenOf(hash) ?? {}
  return new URL(`auth/v1/verify?token=${token}&type=${type}`, href).href
}

export async function signIn(page: Page, email: string, secret = password) {
  await page.goto('/auth')
  await fillCredentials(page, email, secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Loses the session, and nothing else that the browser keeps: as when it was ended while the visitor was away. */
export async function loseSession(page: Page) {
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.endsWith('-auth-token'))) localStorage.removeItem(name)
  })
}

/** The name under which the session is kept in local storage, and what is kept there. */
export function storedSession(page: Page): Promise<{ name: string; session: { access_token: string; expires_at: number } } | undefined> {
  return page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))
    return name ? { name, session: JSON.parse(localStorage.getItem(name) ?? '') } : undefined
  })
}
