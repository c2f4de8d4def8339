import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ConsoleMessage, expect, test as base } from '@playwright/test'
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
