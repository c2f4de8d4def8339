import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('recovery', 'Kill the gateway and PostgreSQL under load, twenty times each, and measure how long they take to return')
await install({ withTools: true })
process.exitCode = await runScript('bench/recovery.ts')
