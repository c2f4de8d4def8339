import { TestProxy } from '../../helpers/test-proxy.ts'
import { expect, test as base } from '../fixtures.ts'
import { articles } from '../site-words.ts'

export { expect }

interface Line {
  /** What the page comes over: it can be held, broken off, and listens to what the policies report. */
  testProxy: TestProxy
}

/** For journeys that every engine makes. No page may break its own policy on any of them. */
export const test = base.extend<Line>({
  testProxy: async ({ gatewayUrl }, use) => {
    const testProxy = new TestProxy(gatewayUrl)
    await testProxy.open()
    await use(testProxy)
    await testProxy.close()
    expect(testProxy.reports, 'violations of the policy').toEqual([])
  },
  baseURL: async ({ testProxy }, use) => use(testProxy.url),
})

/** Every public page. */
export const publicPages = [
  '', 'assessment', 'credit-score-calculator', 'about', 'blog', ...articles.map(({ address }) => address),
  'signup', 'auth', 'confirm', 'onboarding-success', 'welcome', 'legal/terms', 'legal/privacy', 'legal/disclaimer', 'legal/esign-consent',
  'legal/refund-policy', 'no-such-page',
]

export const widths = [375, 768, 1440]
