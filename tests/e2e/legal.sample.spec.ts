import { expect, test } from './fixtures.ts'
import { legalTexts } from './site-words.ts'

// What the sample's legal texts are to say, in so many words.

const known = {
  'legal/terms': {
    heading: 'Terms of Service',
    sections: ['Acceptance', 'Services', 'Fees and payment', 'Cancellation and refunds', 'Limitations', 'Contact'],
  },
  'legal/privacy': {
    heading: 'Privacy Policy',
    sections: ['Information collected', 'Use of information', 'Sharing', 'Security', 'Your rights', 'Contact'],
  },
  'legal/disclaimer': {
    heading: 'Disclaimer',
    sections: ['Not a credit repair organization', 'No guarantees', 'Educational services', 'FCRA rights', 'Not legal advice'],
  },
  'legal/esign-consent': {
    heading: 'E-sign and communications consent',
    sections: [
      'Electronic signature consent', 'Email communications', 'SMS/text consent',
      'Hardware and software requirements', 'Withdrawing consent', 'Contact information',
    ],
  },
  'legal/refund-policy': {
    heading: 'Refund policy',
    sections: ['General Policy', 'Refund Eligibility', 'Refund Process', 'Non-Refundable Items', 'Contact Us'],
  },
}

test('each text has its sections in their order', () => {
  const found = legalTexts.map(({ address, head, sections }) => [address, { heading: head.title, sections }])
  expect(Object.fromEntries(found)).toEqual(known)
})

test('every text gives what the law and the rules say', async ({ page }) => {
  const promises: Record<string, string[]> = {
    'legal/terms': ['All plans are one-time payments.', 'Fees are non-refundable except under the refund policy.'],
    'legal/privacy': ['we do not sell it'],
    'legal/disclaimer': [
      'is not a credit repair organization',
      'cannot remove accurate negative information',
      'Negative items are typically removed after 7 years (10 for bankruptcies).',
      'Section 611 is the dispute right',
      'Section 609 is about disclosure',
    ],
    'legal/esign-consent': [
      'Reply STOP to any message to opt out.',
      'Reply HELP for help',
      "Your carrier's message and data rates apply.",
      'We may charge a reasonable fee for printing and mailing',
    ],
  }
  for (const [address, sentences] of Object.entries(promises)) {
    await page.goto(address)
    for (const sentence of sentences) await expect(page.locator('.prose')).toContainText(sentence)
  }
  await page.goto('legal/disclaimer')
  await expect(page.locator('.notice.bad')).toContainText('Important notice')
  await page.goto('legal/esign-consent')
  await expect(page.locator('.notice')).toContainText('Paper copies on request')
})

test('the refund policy gives each figure in its place', async ({ page }) => {
  await page.goto('legal/refund-policy')
  const row = (service: string | RegExp) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: service }) }).getByRole('cell')
  await expect(row('Credit Audit & Consultation')).toContainText('within 3 business days of receiving the report')
  await expect(row('Credit Audit & Consultation')).toContainText('None once the optional consultation is done')
  await expect(row(/before dispute letters are prepared/)).toContainText('A full refund minus a $50 admin fee')
  await expect(row(/before dispute letters are prepared/)).toContainText('within 5 business days of payment')
  await expect(row(/after work begins/)).toContainText('A pro-rated refund minus the $50 admin fee, if you ask within 30 days of enrollment')
  await expect(row('Bankruptcy / Complex Cases')).toContainText('only within 7 business days of payment, and only if no work has been done')
  await expect(row('Credit Coaching & Budget Planning')).toContainText('minus a $25 fee, if you ask before the scheduled session')
  const prose = page.locator('.prose')
  await expect(prose).toContainText('Refunds are made at our sole discretion')
  await expect(prose).toContainText('We review the request within 3-5 business days')
  await expect(prose).toContainText('An approved refund is paid within 7-10 business days')
  await expect(page.locator('.notice.bad')).toContainText('permanent ban')
  await expect(page.locator('#non-refundable-items ~ ul').first().getByRole('listitem')).toHaveText([
    /fully completed/, /late/, /responses of the bureaus/, /score that did not rise/, /change of mind/, /third parties/,
  ])
})

test('the 90-day exception stands right beside the 30-day rule', async ({ page }) => {
  await page.goto('legal/refund-policy')
  const rule = page.locator('.prose > p', { hasText: 'No refunds are made' })
  await expect(rule).toContainText('more than 30 days after enrollment, or after more than 50% of the planned dispute rounds')
  const exception = rule.locator('+ .notice.good')
  await expect(exception).toContainText(
    'if no items are removed within 90 days of starting disputes, you may ask for a full refund minus work completed and fees',
  )
})
