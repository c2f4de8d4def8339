import { runDoctor } from '../doctor/run-doctor.ts'
import { trustOwnAuthority } from '../runtime/own-authority.ts'
import { consoleOutput } from '../terminal/output.ts'

trustOwnAuthority(process.env.NODE_EXTRA_CA_CERTS)
process.exitCode = await runDoctor(process.argv.slice(2), { ...consoleOutput, variables: process.env })
