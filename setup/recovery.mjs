import { install, runScript } from './install.mjs'

await install({ withTools: true })
process.exitCode = await runScript('bench/recovery.ts')
