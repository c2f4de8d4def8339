import { install, runScript } from './install.mjs'
import { lighthouse } from './lighthouse.mjs'

// npm run bench               everything that takes no more than a few minutes, into bench/results.md
// npm run bench -- crowd …     the measurements of these names
const names = process.argv.slice(2)

// The load generators are devDependencies.
await install({ withTools: true })
const { browser } = await import('./browser.mjs')
process.env.CHROMIUM_PATH = await browser()
if (names.length === 0 || names.includes('lighthouse')) process.env.LIGHTHOUSE_COMMAND = (await lighthouse()) ?? ''
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('bench/run.ts', ...names))
