import type { Page } from '@playwright/test'
import type { Client } from 'pg'
import { paymentEmails } from '../../content/emails/payment-emails.ts'
import { plans } from '../../domain/plans.ts'
import { password, pressLink } from './auth-card.ts'
import { expect } from './fixtures.ts'
import { keptEmailTo } from './kept-emails.ts'
import { fillForm, submit } from './onboarding-form.ts'

const plan = plans.standard
export const planName = plan.name
export const subject = paymentEmails.receipt({ planName, amountCents: plan.priceCents, paidOn: '2026-01-01', reference: 'pi_1' }).subject

/** Pays at the stand-in for the checkout. Returns the reference of the payment. */
export async function pay(checkout: Page, email: string, button: string | RegExp = /^Pay \$/): Promise<string> {
  await checkout.getByLabel('E-mail').fill(email)
  await checkout.getByRole('button', { name: button }).click()
  await checkout.waitForURL(/\/checkout\/payments\/pi_/)
  return checkout.url().replace(/.*\//, '')
}

interface Paid {
  email: string
  reference: string
  database: Client
  partnersUrl: string
  dataFolder: string
}

/** From the receipt to the delivery, as somebody without an account: signs up, confirms the address, onboards. */
export async function followReceipt(page: Page, { email, reference, database, partnersUrl, dataFolder }: Paid): Promise<void> {
  const { link } = await keptEmailTo(dataFolder, email, subject)
  await page.goto(link)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/')
  // What was paid belongs to whoever has proven the address.
  await pressLink(page, (await keptEmailTo(dataFolder, email, 'Confirm your email address')).link)
  await expect(page).toHaveURL('/')
  await page.getByRole('complementary').filter({ hasText: 'onboarding' }).getByRole('link').first().click()
  await expect(page.getByText(`Plan: ${planName}.`)).toBeVisible()
  await fillForm(page)
  await submit(page)
  await expect(page).toHaveURL('/onboarding-success')

  const { rows } = await database.query(
    `select id, plan_name, plan_price::float8 as price, payment_status, payment_verified_at is not null as verified, payment_reference,
       onboarding_completed from enrollments where lower(customer_email) = lower($1)`,
    [email],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ plan_name: planName, verified: true, onboarding_completed: true, payment_reference: expect.stringContaining(reference) })
  await expect
    .poll(async () => {
      const { received }: { received: { enrollmentId: string }[] } = await (await fetch(`${partnersUrl}/disputefox/received`)).json()
      return received.filter(({ enrollmentId }) => enrollmentId === rows[0].id).length
    })
    .toBe(1)
}
