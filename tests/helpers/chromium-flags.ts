const quiet = [
  '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]

/** What a Chromium of the distribution needs to run here and to ask nobody but the site. */
export const chromiumFlags = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...quiet]
