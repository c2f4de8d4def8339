import { runEnrollments } from '../enrollments/run.ts'
import { trustOwnAuthority } from '../runtime/own-authority.ts'
import { staffTerminal } from './staff-terminal.ts'

const terminal = await staffTerminal()
trustOwnAuthority(terminal.variables.NODE_EXTRA_CA_CERTS)
process.exitCode = await runEnrollments(process.argv.slice(2), terminal)
