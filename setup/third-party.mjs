import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('third-party', 'Write docs/third-party.md, the licences of the packages')
await install({ withTools: false })
process.exitCode = await runScript('setup/write-third-party.mjs')
