import { randomUUID } from 'node:crypto'
import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test'
import { Client } from 'pg'
import { superuserUrl } from '../../server/postgres/embedded.ts'
import { linksForeignPages } from './site-words.ts'

export { expect }

export interface GatewayOptions {
  /** Where the gateway itself answers. */
  gatewayUrl: string
  /** Where the stand-ins for the external systems answer. */
  partnersUrl: string
  /** The gateway's data folder, which names the address of its database. */
  dataFolder: string
  /** The built site that the gateway serves, from the project's folder. */
  siteFolder: string
  /** Whether somebody is there as soon as a page is loaded; otherwise the test itself gives the first sign. */
  attended: boolean
}

interface Helpers {
  /** An address that no other test uses. */
  email: string
  database: Client
  /** What the page may say on the console; anything else it says there as an error fails the test. */
  expectedErrors: RegExp[]
}

/**
 * What engines say of a page in which nothing is wrong. WebKit: that it does not know one of the directives of the policy,
 * and of each file of the app that was on its way when the page was left. Firefox: of those that they are not what their hash
 * says, since nothing of them has come (the hash is that of nothing).
 */
const harmless = new RegExp(
  [
    String.raw`^Unrecognized Content-Security-Policy directive 'manifest-src'\.$`,
    String.raw`^Fetch API cannot load \S+/assets/\S+ due to access control checks\.`,
    String.raw`^None of the .sha256. hashes in the integrity attribute match .*The computed hash is .47DEQpj8HBSa\+/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=.\.$`,
  ].join('|'),
)

/** Waits until the app answers to what is done on the page. A document that is not of the app needs no waiting. */
export async function alive(page: Page): Promise<void> {
  await page.locator('html[data-app=ready], html:not(:has(#root))').waitFor({ state: 'attached' })
}

/** What the pages answer that a configured site links: tests must not reach other companies. */
const anotherCompany = { contentType: 'text/html', body: '<!doctype html><title>Another company</title><p>Another company' }

/** The first sign of somebody, which the app waits for. */
function appear(): void {
  addEventListener('load', () => dispatchEvent(new Event('pointermove')))
}

/** From here on the page waits for the app after each load, unless a test says with `waitUntil` what to wait for. */
function comeAliveAfterLoads(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    if (!options?.waitUntil) await alive(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await alive(page)
    return response
  }
}

export const test = base.extend<GatewayOptions & Helpers>({
  gatewayUrl: ['', { option: true }],
  partnersUrl: ['', { option: true }],
  dataFolder: ['', { option: true }],
  siteFolder: ['', { option: true }],
  attended: [true, { option: true }],
  email: async ({}, use) => use(`client-${randomUUID()}@example.com`),
  database: async ({ dataFolder }, use) => {
    const client = new Client({ connectionString: await superuserUrl(dataFolder) })
    await client.connect()
    await use(client)
    await client.end()
  },
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, javaScriptEnabled, attended }, use) => {
    if (javaScriptEnabled) context.on('page', comeAliveAfterLoads)
    if (attended) await context.addInitScript(appear)
    if (linksForeignPages) await context.route(({ protocol }) => protocol === 'https:', (route) => route.fulfill(anotherCompany))
    await use(context)
  },
  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = []
    const note = (text: string) => {
      if (!harmless.test(text) && !expectedErrors.some((pattern) => pattern.test(text))) unexpected.push(text)
    }
    page.on('console', (message: ConsoleMessage) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`.trim()))
    page.on('pageerror', (error) => note(String(error)))
    await use(page)
    expect(unexpected, 'errors on the console').toEqual([])
  },
})
