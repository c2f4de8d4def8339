import { chmodSync, mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import type { GatewayOptions } from './tests/e2e/fixtures.ts'
import { firefoxUse, webkitUse } from './tests/browsers/launch.ts'
import { chromiumFlags } from './tests/helpers/chromium-flags.ts'
import { blankVariables } from './tests/helpers/command.ts'
import { freePort } from './tests/helpers/ports.ts'
import { noLimits } from './tests/helpers/no-limits.ts'
import { isSample } from './tests/helpers/sample.ts'

/**
 * The journeys run against the production build on the real gateway, once at the root of its address and once below a
 * base path. What is chosen here is kept in the environment, because every worker reads this file again.
 */
async function remember(name: string, choose: () => Promise<string>): Promise<string> {
  return (process.env[name] ??= await choose())
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(process.env.E2E_TEMPORARY ?? tmpdir(), 'e2e-'))
  // Run as root, PostgreSQL is another user, who has to pass through this folder.
  chmodSync(folder, 0o711)
  return folder
}

async function gateway(name: string, basePath: string) {
  const port = await remember(`E2E_PORT_${name}`, async () => String(await freePort()))
  const partnersPort = await remember(`E2E_PARTNERS_PORT_${name}`, async () => String(await freePort()))
  const dataFolder = await remember(`E2E_DATA_${name}`, async () => temporaryFolder())
  const siteFolder = `${process.env.E2E_DIST ?? 'dist-e2e'}-${name}`
  const url = `http://127.0.0.1:${port}${basePath}`
  return {
    url,
    partnersUrl: `http://127.0.0.1:${partnersPort}`,
    dataFolder,
    siteFolder,
    server: {
      command: `"${process.execPath}" setup/build-if-stale.mjs && "${process.execPath}" server/main.ts`,
      url,
      env: {
        ...blankVariables,
        PORT: port,
        PARTNERS_PORT: partnersPort,
        BASE_PATH: basePath,
        RATE_LIMITS: noLimits,
        // An organisation's own site does not start before it is said that this is a trial.
        SITE_STAGE: 'development',
        // Journeys that run at the same time share one pace.
        DELIVERY_PER_MINUTE: '600',
        DATA_DIR: dataFolder,
        DIST_DIR: siteFolder,
      },
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    },
  }
}

function optionsOf({ url, partnersUrl, dataFolder, siteFolder }: Awaited<ReturnType<typeof gateway>>) {
  return { baseURL: url, gatewayUrl: url, partnersUrl, dataFolder, siteFolder }
}

const atRoot = await gateway('root', '/')
const below = await gateway('below', '/some/base/')

const executablePath = process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH
const chromium = executablePath ? { launchOptions: { executablePath, args: chromiumFlags } } : {}
/** For a picture Playwright adds a style to the page, which these two report as a violation of its policy. */
const withoutPictures = { screenshot: 'off' as const }
/** The journeys on which browsers can disagree; the others are Chromium's alone. */
const inAllEngines = /(engines|pictures)\/.*\.spec\.ts|\/counter\.spec\.ts/

const ofTheSample = isSample ? [] : [/\.sample\.spec\.ts/]

export default defineConfig<GatewayOptions>({
  // `npm run pictures` needs the same sites and browsers.
  testDir: process.env.PICTURES ? 'tests/pictures' : 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  // One more than there are cores: a journey waits for its page and its server about as long as it computes.
  workers: availableParallelism() + 1,
  // Limits for what never comes, with room for a busy machine.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A busy machine may lose one race with a browser; what needed a second try is listed as flaky.
  retries: 1,
  reporter: 'list',
  webServer: [atRoot.server, below.server],
  use: { locale: 'en-US', screenshot: 'only-on-failure' },
  projects: [
    { name: 'root', testIgnore: [/base-path\.spec\.ts/, ...ofTheSample], use: { ...chromium, ...optionsOf(atRoot) } },
    { name: 'base path', testMatch: /(base-path|links)\.spec\.ts/, use: { ...chromium, ...optionsOf(below) } },
    { name: 'firefox', testMatch: inAllEngines, use: { ...firefoxUse(), ...optionsOf(atRoot), ...withoutPictures } },
    { name: 'webkit', testMatch: inAllEngines, use: { ...webkitUse(), ...optionsOf(atRoot), ...withoutPictures } },
  ].filter(({ name }) => !process.env.E2E_WITHOUT?.split(',').includes(name)),
})
