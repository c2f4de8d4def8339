import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { articles, legalTexts } from './site-words.ts'

// The served pages as they are before any script, at the root of an address and below a base path.
test.use({ javaScriptEnabled: false })

/** Pages that no link leads to. */
const unlinked = ['client-onboarding', 'confirm', 'onboarding-success', 'welcome']

interface Link {
  on: string
  /** As the browser resolves it. */
  href: string
  target: string
  rel: string
}

async function linksOf(page: Page, address: string): Promise<Link[]> {
  await page.goto(address)
  return page.locator('a[href]').evaluateAll((all) =>
    all.flatMap((link) => {
      if (!(link instanceof HTMLAnchorElement)) return []
      return [{ on: location.pathname, href: link.href, target: link.target, rel: link.rel }]
    }),
  )
}

const withoutFragment = (href: string) => href.replace(/#.*$/, '')

/** Follows the links from page to page until none is new. */
async function crawl(page: Page, base: string): Promise<{ links: Link[]; pages: string[] }> {
  const waiting = [base, ...unlinked.map((name) => base + name)]
  const seen = new Set(waiting)
  const links: Link[] = []
  for (const address of waiting) {
    for (const link of await linksOf(page, address)) {
      links.push(link)
      const next = withoutFragment(link.href)
      if (!next.startsWith(base) || seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return { links, pages: waiting }
}

async function idsOf(request: APIRequestContext, address: string): Promise<string[]> {
  const html = await (await request.get(address)).text()
  return [...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1] ?? '')
}

test('every link of every page leads where it says', async ({ page, request, baseURL }) => {
  const base = baseURL ?? ''
  const { links, pages } = await crawl(page, base)
  const own = links.filter(({ href }) => new URL(href).origin === new URL(base).origin)
  const foreign = links.filter(({ href }) => /^https?:/.test(href) && !own.some((link) => link.href === href))

  await test.step('the whole site is reached', () => {
    expect(pages.map((address) => address.slice(base.length)).toSorted()).toEqual(
      expect.arrayContaining([
        '', 'about', 'assessment', 'auth', 'blog', 'credit-score-calculator', 'signup',
        ...[...articles, ...legalTexts].map(({ address }) => address),
      ]),
    )
  })

  await test.step('an internal link keeps the base path and the tab', () => {
    expect(own.filter(({ href, target }) => !href.startsWith(base) || target !== '')).toEqual([])
  })

  await test.step('every page that is linked answers', async () => {
    const statuses = await Promise.all(pages.map(async (address) => [address, (await request.get(address)).status()]))
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  })

  await test.step('the place that a link names is there once', async () => {
    const ids = new Map(await Promise.all(pages.map(async (address) => [address, await idsOf(request, address)] as const)))
    const wrong = own.filter(({ href }) => {
      const place = new URL(href).hash.slice(1)
      return place && ids.get(withoutFragment(href))?.filter((id) => id === place).length !== 1
    })
    expect(wrong).toEqual([])
  })

  await test.step('a link to another site opens a new tab without opener or referrer', () => {
    expect(foreign.length).toBeGreaterThan(5)
    expect(foreign.filter(({ target, rel }) => target !== '_blank' || rel !== 'noopener noreferrer')).toEqual([])
  })

  await test.step('nothing else is linked but mail and telephone', () => {
    expect(links.filter(({ href }) => !/^(https?|mailto|tel):./.test(href))).toEqual([])
  })
})
