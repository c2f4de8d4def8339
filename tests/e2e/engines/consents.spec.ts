import { consentsIn, type ShownText } from '../../../domain/consents.ts'
import { field, fillForm, openForm, submit, submitButton } from '../onboarding-form.ts'
import { expect, test } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const wording = /^I agree to receive text messages from .+ at the phone number above, .+ Message frequency varies\. Message and data rates may apply\. Reply STOP to opt out, or HELP for help\. .+ not a condition of any purchase\./

test('above the button stands what one agrees to, and each text opens beside the form', async ({ page, email }) => {
  await openForm(page, email)
  const sentence = page.getByText('By submitting this form you agree to our terms of service')
  const links = sentence.getByRole('link')
  await expect(links).toHaveText(['terms of service', 'e-sign and communications consent', 'privacy policy'])
  for (const [place, to] of ['/legal/terms', '/legal/esign-consent', '/legal/privacy'].entries()) {
    await expect(links.nth(place)).toHaveAttribute('href', to)
    await expect(links.nth(place)).toHaveAttribute('target', '_blank')
    await expect(links.nth(place)).toHaveAttribute('rel', 'noopener')
  }
  await expect(submitButton(page)).toHaveAccessibleDescription(/^By submitting this form you agree to our terms of service .+ privacy policy/)
  const [text, button] = [await sentence.boundingBox(), await submitButton(page).boundingBox()]
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('consent to text messages is asked beside that method only, never ticked beforehand, and by keyboard too', async ({ page, email }) => {
  await openForm(page, email)
  const box = page.getByRole('checkbox')
  await expect(box).toHaveCount(0)
  await page.getByRole('radio', { name: 'Email' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Phone Call' })).toBeChecked()
  await expect(box).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Text Message' })).toBeChecked()
  await expect(box).toHaveAccessibleName(wording)
  await expect(box).toHaveAttribute('name', 'smsConsent')
  await expect(box).not.toBeChecked()
  await page.keyboard.press('Tab')
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await page.getByRole('radio', { name: 'Phone Call' }).click()
  await expect(box).toHaveCount(0)
  await page.getByRole('radio', { name: 'Text Message' }).click()
  await expect(box).not.toBeChecked()
})

test('what was typed comes back after a reload, and the consent does not', async ({ page, email }) => {
  await openForm(page, email)
  await fillForm(page)
  await page.getByRole('checkbox').check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Text Message' })).toBeChecked()
  await expect(field(page, 'city')).toHaveValue('Anytown')
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

for (const { what, tick, texts } of [
  { what: 'without the box the form is sent, and the box is not among what was agreed to', tick: false, texts: [] },
  { what: 'with the box it is', tick: true, texts: ['sms'] },
]) {
  test(what, async ({ page, email, database, gatewayUrl, expectedErrors }) => {
    // The dispute system is one for all journeys, and may be told to refuse.
    expectedErrors.push(/status of 50\d/)
    await openForm(page, email)
    await fillForm(page)
    if (tick) await page.getByRole('checkbox').check()
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Welcome Aboard!' })).toBeVisible({ timeout: 30_000 })
    const { rows } = await database.query(
      `select action, texts, network from consents
       where enrollment_id = (select id from enrollments where customer_email = $1)`,
      [email],
    )
    const shown: ShownText[] = await (await fetch(`${gatewayUrl}legal/texts.json`)).json()
    const agreed = ['agreement', 'terms', 'esign-consent', 'privacy', ...texts].flatMap((name) => shown.filter(({ document }) => document === name))
    expect(rows).toEqual([{ action: 'given', texts: consentsIn(agreed), network: '127.0.0.1' }])
  })
}
