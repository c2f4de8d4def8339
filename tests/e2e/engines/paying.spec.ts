import { test } from '../fixtures.ts'
import { followReceipt, pay } from '../paying.ts'

// The link of the receipt leads to the gateway itself, not to a proxy before it.

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 375, height: 740 } })

test('whoever has paid follows the receipt, signs up and onboards: delivered, and the payment proven', async ({
  page, email, database, partnersUrl, dataFolder,
}) => {
  await page.goto(`${partnersUrl}/checkout/standard`)
  const reference = await pay(page, email)
  await followReceipt(page, { email, reference, database, partnersUrl, dataFolder })
})
