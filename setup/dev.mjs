import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('dev', 'Serve the sources: what is edited is there at once')
await install({ withTools: true })
process.exitCode = await runScript('setup/dev-process.mjs')
