import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

// Plain JavaScript for Node 20 or later, since it runs before any package is installed.
explainUsage('start', 'Install, build and serve the site, with its database; Ctrl-C stops everything')
await install({ withTools: false })
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('server/main.ts'))
