import { runPayments } from '../payments/commands/run.ts'
import { staffTerminal } from './staff-terminal.ts'

process.exitCode = await runPayments(process.argv.slice(2), await staffTerminal())
