import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../tests/helpers/chromium-flags.ts'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? chromium.executablePath(), args: chromiumFlags })

/** The phone that Lighthouse simulates. */
export const phone: BrowserContextOptions = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

export interface Throttling {
  /** Divides the speed of the processor. */
  cpuSlowdown?: number
  /** 150 ms of latency, 1.6 Mbit/s down and 0.75 up, as Lighthouse has it. */
  slow4g?: boolean
}

const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** A new page, throttled from its first request on. */
export async function openPage(context: BrowserContext, throttling: Throttling): Promise<Page> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  if (throttling.slow4g) await protocol.send('Network.emulateNetworkConditions', slow4g)
  if (throttling.cpuSlowdown) await protocol.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpuSlowdown })
  return page
}

/** Loads a page without an intent, so that the app does not start, and waits until the network is idle. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
}

/** Resolves when the app is interactive. */
export const ready = (page: Page) => page.locator('html[data-app=ready]').waitFor({ state: 'attached' })

/** Resolves when the page has fetched all of these addresses. */
export async function fetched(page: Page, addresses: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const names = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    return wanted.every((address) => names.has(address))
  }, addresses)
}

/** Resolves when the idle page has fetched and compiled these modules. */
export async function fetchedAhead(page: Page, addresses: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const compiled = performance.getEntriesByType('resource').filter((entry) => Reflect.get(entry, 'initiatorType') !== 'fetch')
    const names = new Set(compiled.map(({ name }) => new URL(name).pathname))
    return wanted.every((address) => names.has(address))
  }, addresses)
}

/**
 * Milliseconds from the next event of this type to the first frame in which an element matches the selector and, if one
 * is given, has this value. Call it before triggering the event.
 */
export function timeToAnswer(page: Page, type: 'touchstart' | 'click', selector: string, value?: string): Promise<number> {
  return page.evaluate(
    ({ type: awaited, selector: wanted, value: held, patienceMs }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Nothing came to match ${wanted}`)), patienceMs)
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            const element = document.querySelector(wanted)
            if (!element || (held !== undefined && Reflect.get(element, 'value') !== held)) {
              requestAnimationFrame(look)
              return
            }
            // A message is handled after the frame is drawn.
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            port1.start()
            port2.postMessage(undefined)
          }
          requestAnimationFrame(look)
        }
        addEventListener(awaited, begin, { once: true, capture: true, passive: true })
      }),
    { type, selector, value, patienceMs: 20_000 },
  )
}
