import { install, runScript } from './install.mjs'

await install({ withTools: false })
process.exitCode = await runScript('setup/record-texts.mjs')
