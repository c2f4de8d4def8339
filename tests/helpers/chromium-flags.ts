const quiet = [
  '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** Flags for a distribution's Chromium: to run as root, and to contact only the site. */
export const chromiumFlags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet]
