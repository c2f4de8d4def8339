import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aboutPage } from '../../content/about.ts'
import { assessmentPage } from '../../content/assessment.ts'
import { blogPage } from '../../content/blog.ts'
import { confirmPage } from '../../content/confirm.ts'
import { home } from '../../content/home.ts'
import { signupPage } from '../../content/signup.ts'
import { site } from '../../site.config.ts'
import { expect, test } from './fixtures.ts'
import { articles, legalTexts, newestArticle } from './site-words.ts'

/** Every page by its address and its main heading. */
const indexed: Record<string, string | RegExp> = {
  '': home.hero.sentences.join(' '),
  assessment: assessmentPage.heading,
  'credit-score-calculator': 'Estimate your credit score',
  about: aboutPage.heading,
  blog: blogPage.heading,
  signup: signupPage.heading,
  ...Object.fromEntries([...articles, ...legalTexts].map(({ address, head }) => [address, head.title])),
}
const hidden: Record<string, string | RegExp> = {
  auth: 'Welcome',
  confirm: confirmPage.heading,
  'onboarding-success': 'Welcome Aboard!',
  welcome: 'Thank you. One step is left.',
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const readHead = async (page: Page): Promise<[title: string, description: string | null]> => [
  await page.title(),
  await page.locator('meta[name=description]').getAttribute('content'),
]

test('each page that may be indexed has a complete head, like no other', async ({ page, baseURL, request }) => {
  test.slow()
  const heads: (string | null)[] = []
  for (const [address, heading] of Object.entries(indexed)) {
    await test.step(`/${address}`, async () => {
      const response = await page.goto(`./${address}`)
      expect(response?.status()).toBe(200)
      expect(response?.headers()['x-robots-tag']).toBeUndefined()
      await expect(page.locator('h1')).toHaveCount(1)
      await expect(page.locator('h1')).toHaveText(heading)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${address}`)
      await expect(page.locator('meta[name=robots]')).toHaveCount(0)
      const [title, description] = await readHead(page)
      heads.push(title, description)
      const graph = Object.fromEntries(
        await page.locator('meta[property^="og:"]').evaluateAll((all) => all.map((meta) => [meta.getAttribute('property'), meta.getAttribute('content')])),
      )
      expect(graph).toMatchObject({
        'og:title': title,
        'og:description': description,
        'og:type': address.startsWith('blog/') ? 'article' : 'website',
        'og:url': `${baseURL}${address}`,
        'og:site_name': site.organization.name,
        'og:locale': 'en_US',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringMatching(/\S/),
      })
      await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image')
      const picture = await request.get(graph['og:image'] ?? '')
      expect(picture.headers()['content-type']).toBe('image/png')
      expect(await sharp(await picture.body()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    })
  }
  for (const address of Object.keys(hidden)) {
    await page.goto(`./${address}`)
    heads.push(...(await readHead(page)))
  }
  expect(heads.filter((text) => !text)).toEqual([])
  expect(heads.filter((text, index) => heads.indexOf(text) !== index)).toEqual([])
})

for (const [address, heading] of Object.entries(hidden)) {
  test(`/${address} asks not to be indexed, in its HTML and in a header`, async ({ page }) => {
    const response = await page.goto(`./${address}`)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['x-robots-tag']).toBe('noindex')
    expect(await response?.text()).toContain('<meta name="robots" content="noindex">')
    await expect(page.locator('h1')).toHaveText(heading)
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
  })
}

test('a shared link to a page that is not indexed shows a picture of it too', async ({ request }) => {
  for (const address of ['auth', 'client-onboarding', 'onboarding-success', 'welcome', 'account']) {
    const html = await (await request.get(`./${address}`)).text()
    const picture = await request.get(/property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '')
    expect(await sharp(await picture.body()).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  }
})

for (const address of ['client-onboarding', 'account']) {
  test(`/${address} asks not to be indexed either, before any script runs`, async ({ request }) => {
    const response = await request.get(`./${address}`)
    expect(response.status()).toBe(200)
    expect(response.headers()['x-robots-tag']).toBe('noindex')
    expect(await response.text()).toContain('<meta name="robots" content="noindex">')
  })
}

test('no page as it is served leads to the account', async ({ request, baseURL }) => {
  const base = new URL(baseURL ?? '').pathname
  for (const address of [...Object.keys(indexed), ...Object.keys(hidden)]) {
    expect(await (await request.get(`./${address}`)).text(), address).not.toContain(`href="${base}account`)
  }
})

test('going from page to page changes the head with it, and breaks no rule of the security policy', async ({ page, baseURL }) => {
  await page.goto('./')
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle(`${aboutPage.title} | ${site.organization.name}`)
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}about`)
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(1)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/share\/about\.png$/)
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
})

test('the sitemap lists the pages that may be indexed and no other', async ({ request, baseURL }) => {
  const response = await request.get('./sitemap.xml')
  expect(response.headers()['content-type']).toMatch(/xml/)
  const listed = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])
  expect(listed).toEqual(expect.arrayContaining(Object.keys(indexed).map((address) => `${baseURL}${address}`)))
  expect(listed.filter((address) => /auth|onboarding|account|404/.test(address ?? ''))).toEqual([])
  for (const address of listed) expect((await request.get(address ?? '')).status()).toBe(200)
})

test('robots may read every page and are told of the sitemap', async ({ request, baseURL }) => {
  expect(await (await request.get('./robots.txt')).text()).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${baseURL}sitemap.xml\n`)
})

test('the icons of tabs and home screens are there in their sizes', async ({ page, request }) => {
  await page.goto('./')
  const address = (selector: string) => page.locator(selector).evaluate((link) => (link instanceof HTMLLinkElement ? link.href : ''))
  expect((await request.get(await address('link[rel=icon]'))).headers()['content-type']).toMatch(/^image\/svg\+xml/)
  const touchIcon = await request.get(await address('link[rel=apple-touch-icon]'))
  expect(await sharp(await touchIcon.body()).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
  const asked = await (await request.get('./favicon.ico')).body()
  expect(await sharp(asked.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  const manifestAddress = await address('link[rel=manifest]')
  const manifest = await (await request.get(manifestAddress)).json()
  expect(manifest).toMatchObject({ name: site.organization.name, start_url: '/' })
  const sizes = await Promise.all(
    manifest.icons.map(async (icon: { src: string; sizes: string }) => {
      const { width, height } = await sharp(await (await request.get(new URL(icon.src, manifestAddress).href)).body()).metadata()
      return `${width}x${height}` === icon.sizes && icon.sizes
    }),
  )
  expect(new Set(sizes)).toEqual(new Set(['192x192', '512x512']))
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#faf6ee')
})

test('the structured data of each page names what is on it', async ({ page }) => {
  const types = async (address: string) => {
    await page.goto(address)
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
    return blocks.flatMap((block) => JSON.parse(block)['@graph'].map((thing: { '@type': string }) => thing['@type']))
  }
  expect(await types('./')).toEqual(['Organization', 'FinancialService'])
  expect(await types('./about')).toEqual(['Organization', 'BreadcrumbList'])
  expect(await types(`./${newestArticle}`)).toEqual(['Organization', 'BreadcrumbList', 'BlogPosting'])
})
