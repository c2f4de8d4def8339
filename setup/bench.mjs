import { install, runScript } from './install.mjs'
import { lighthouse } from './lighthouse.mjs'

// The load generators are devDependencies.
await install({ withTools: true })
const { browser } = await import('./browser.mjs')
process.env.CHROMIUM_PATH = await browser()
process.env.LIGHTHOUSE_COMMAND = (await lighthouse()) ?? ''
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('bench/run.ts'))
