import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('build', 'Build the site alone into DIST_DIR, for a static host', { strict: 'refuse what weighs more than the budget', '--record-sizes': 'note the sizes of its scripts' })
await install({ withTools: false })
// For a static host, without stand-ins.
process.exitCode = await runScript('setup/build-if-stale.mjs', 'hosted', ...process.argv.slice(2))
