import { expect, test } from '../fixtures.ts'

test('nothing on a page can make script or HTML of texts, nor vouch for any', async ({ page, expectedErrors }) => {
  // Each engine says in words of its own what the policy refuses.
  expectedErrors.push(/./)
  for (const address of ['./', './auth']) {
    await page.goto(address)
    const outcomes = await page.evaluate(() => {
      const attempts = {
        'a policy': () => Reflect.get(globalThis, 'trustedTypes').createPolicy('any', { createHTML: (text: string) => text }),
        'the default policy': () => Reflect.get(globalThis, 'trustedTypes').createPolicy('default', { createScript: (text: string) => text }),
        HTML: () => Object.assign(document.createElement('p'), { innerHTML: '<img src=x>' }),
        script: () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
        'an address of script': () => Object.assign(document.createElement('script'), { src: '/assets/any.js' }),
      }
      return Object.entries(attempts).map(([name, attempt]) => {
        try {
          attempt()
          return `${name} was taken`
        } catch (error) {
          return `${name}: ${error instanceof TypeError ? 'TypeError' : String(error)}`
        }
      })
    })
    expect(outcomes).toEqual(['a policy: TypeError', 'the default policy: TypeError', 'HTML: TypeError', 'script: TypeError', 'an address of script: TypeError'])
  }
})
