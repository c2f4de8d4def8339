import { install, runScript } from './install.mjs'

// Plain JavaScript for Node 20 or later, since it runs before any package is installed.
await install({ withTools: false })
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('server/main.ts'))
