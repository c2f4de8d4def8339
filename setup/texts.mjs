import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('texts', 'Put each changed text that clients agree to on record, with a new version')
await install({ withTools: false })
process.exitCode = await runScript('setup/record-texts.mjs')
