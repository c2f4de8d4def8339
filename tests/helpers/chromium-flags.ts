const quiet = [
  '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** Flags for a distribution's Chromium: to run as root, and to contact only the site. */
export const chromiumFlags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet]

/**
 * The whole Chromium for journeys that the headless shell cannot make: it has no settings for cookies, and tells a page
 * that appears of a pointer that moves over no distance.
 */
export const wholeChromium = {
  channel: 'chromium',
  launchOptions: { ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}), args: chromiumFlags },
}
