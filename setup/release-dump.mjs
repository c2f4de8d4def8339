import { install, runScript } from './install.mjs'
import { explainUsage } from './usage.mjs'

explainUsage('release-dump', 'Store an installation of this version, which later versions have to be able to upgrade')
await install({ withTools: true })
process.exitCode = await runScript('tests/releases/store-release.ts')
