import { install, runScript } from './install.mjs'

await install({ withTools: false })
// For a static host, without stand-ins.
process.exitCode = await runScript('setup/build-if-stale.mjs', 'hosted', ...process.argv.slice(2))
