import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../tests/helpers/chromium-flags.ts'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? chromium.executablePath(), args: chromiumFlags })

/** The phone that Lighthouse simulates. */
export const phone: BrowserContextOptions = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

export interface Slowness {
  /** How many times slower the processor is. */
  processor?: number
  /** 150 ms of latency, 1.6 Mbit/s down and 0.75 up, as Lighthouse has it. */
  slow4g?: boolean
}

const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** A new page that is held back from its first request on. */
export async function openPage(context: BrowserContext, slowness: Slowness): Promise<Page> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  if (slowness.slow4g) await protocol.send('Network.emulateNetworkConditions', slow4g)
  if (slowness.processor) await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowness.processor })
  return page
}

/** Loads a page as it is served, which wakes nothing, and waits until it is at rest. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' })
}

/** Resolves when the app answers to what is done on the page. */
export const ready = (page: Page) => page.locator('html[data-app=ready]').waitFor({ state: 'attached' })

/** Resolves when all of these addresses have been fetched by the page. */
export async function fetched(page: Page, addresses: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const names = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
    return wanted.every((address) => names.has(address))
  }, addresses)
}

/** Resolves when a page at rest has these modules, fetched and compiled. */
export async function fetchedAhead(page: Page, addresses: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const compiled = performance.getEntriesByType('resource').filter((entry) => Reflect.get(entry, 'initiatorType') !== 'fetch')
    const names = new Set(compiled.map(({ name }) => new URL(name).pathname))
    return wanted.every((address) => names.has(address))
  }, addresses)
}

/** The addresses of the scripts of a page. */
export const modulesOf = (html: string) => /<script data-modules="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []

/**
 * From the next event of a type to the first frame that is drawn with an element that the selector matches, and that
 * holds this value, in milliseconds. To be called before what sets the event off.
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
