import { install, runScript } from './install.mjs'
import { lighthouse } from './lighthouse.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('bench', 'Measure everything that takes no more than a few minutes, into bench/results.md', {
  '[NAME …]': 'only these measurements; an unknown one is answered with all of their names',
})
const names = process.argv.slice(2)

// The load generators are devDependencies.
await install({ withTools: true })
const { browser } = await import('./browser.mjs')
process.env.CHROMIUM_PATH = await browser()
if (names.length === 0 || names.includes('lighthouse')) process.env.LIGHTHOUSE_COMMAND = (await lighthouse()) ?? ''
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('bench/run.ts', ...names))
