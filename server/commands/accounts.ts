import { runAccounts } from '../accounts/run.ts'
import { trustOwnAuthority } from '../runtime/own-authority.ts'
import { staffTerminal } from './staff-terminal.ts'

const terminal = await staffTerminal()
trustOwnAuthority(terminal.variables.NODE_EXTRA_CA_CERTS)
process.exitCode = await runAccounts(process.argv.slice(2), terminal)
