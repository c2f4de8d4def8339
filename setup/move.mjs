import { install, runScript } from './install.mjs'

await install({ withTools: false })
process.exitCode = await runScript('server/commands/move.ts', ...process.argv.slice(2))
