import { install, runScript } from './install.mjs'

// The clients that make the load are a tool, as those of the tests are.
await install({ withTools: true })
process.exitCode = (await runScript('setup/build-if-stale.mjs')) || (await runScript('bench/run.ts'))
