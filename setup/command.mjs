import { install, runScript } from './install.mjs'

// The operator's commands: `node setup/command.mjs doctor --json` runs server/commands/doctor.ts.
const [name, ...words] = process.argv.slice(2)

await install({ withTools: false })
process.exitCode = await runScript(`server/commands/${name}.ts`, ...words)
