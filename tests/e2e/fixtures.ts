import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test'
import { Client } from 'pg'

export { expect }

export interface GatewayOptions {
  /** Where the stand-ins for the external systems answer. */
  partnersUrl: string
  /** The gateway's data folder, which names the address of its database. */
  dataFolder: string
  /** The built site that the gateway serves, from the project's folder. */
  siteFolder: string
}

interface Helpers {
  /** An address that no other test uses. */
  email: string
  database: Client
  /** What the page may say on the console; anything else it says there as an error fails the test. */
  expectedErrors: RegExp[]
}

/** Waits until the app answers to what is done on the page. A document that is not of the app needs no waiting. */
export async function alive(page: Page): Promise<void> {
  await expect(async () => {
    // The app may wake at the first sign of somebody. Not the real mouse, which hangs where a document leaves meanwhile.
    await page.locator('html').dispatchEvent('pointermove')
    await expect(page.locator('html[data-app=ready], html:not(:has(#root))')).toBeAttached({ timeout: 1_000 })
  }).toPass()
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
  partnersUrl: ['', { option: true }],
  dataFolder: ['', { option: true }],
  siteFolder: ['', { option: true }],
  email: async ({}, use) => use(`client-${randomUUID()}@example.com`),
  database: async ({ dataFolder }, use) => {
    const url = await readFile(path.join(dataFolder, 'database-url'), 'utf8')
    const client = new Client({ connectionString: url.trim() })
    await client.connect()
    await use(client)
    await client.end()
  },
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on('page', comeAliveAfterLoads)
    await use(context)
  },
  page: async ({ page, expectedErrors }, use) => {
    const unexpected: string[] = []
    const note = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) unexpected.push(text)
    }
    page.on('console', (message: ConsoleMessage) => message.type() === 'error' && note(message.text()))
    page.on('pageerror', (error) => note(String(error)))
    await use(page)
    expect(unexpected, 'errors on the console').toEqual([])
  },
})
