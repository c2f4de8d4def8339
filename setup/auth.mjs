import { install, runScript } from './install.mjs'

await install({ withTools: false })
process.exitCode = await runScript('server/commands/auth.ts', ...process.argv.slice(2))
