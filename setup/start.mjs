import { install, runScript } from './install.mjs'

// Plain JavaScript for any Node from 20 on: nothing of the project may be needed before it is installed.
await install({ withTools: false })
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('server/main.ts'))
