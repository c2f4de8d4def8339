import path from 'node:path'
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** A script beside this one, which Playwright starts as it would the browser; the runtime is the one that runs now. */
const inPlaceOf = (script: string, env: Record<string, string>) => ({
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: path.join(import.meta.dirname, script),
    env: { ...process.env, ...env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}` },
  },
})

const firefoxUserPrefs = {
  'ui.prefersReducedMotion': 1,
  // As it is for visitors; Playwright switches it off.
  'fission.bfcacheInParent': true,
  // A window of 375 pixels is that of a phone, whose scrollbar takes no room.
  'ui.useOverlayScrollbars': 1,
}

/** Firefox as it is installed, by the path in FIREFOX_PATH; Playwright's own build where there is none. */
export function firefoxUse(): Use {
  if (!process.env.FIREFOX_PATH) return { browserName: 'firefox', contextOptions: { reducedMotion: 'reduce' } }
  // Firefox's sandbox needs rights that root in a container does not have; the pages are our own.
  const { launchOptions, ...use } = inPlaceOf('firefox-bidi.ts', process.getuid?.() === 0 ? { MOZ_DISABLE_CONTENT_SANDBOX: '1' } : {})
  return { ...use, launchOptions: { ...launchOptions, firefoxUserPrefs } }
}

/** WebKitGTK as it is installed, by its driver's path in WEBKIT_PATH; Playwright's own build where there is none. */
export function webkitUse(): Use {
  if (!process.env.WEBKIT_PATH) return { browserName: 'webkit', contextOptions: { reducedMotion: 'reduce' } }
  return inPlaceOf('webkit-bidi.ts', {})
}
