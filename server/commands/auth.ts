import path from 'node:path'
import { Argument } from '@commander-js/extra-typings'
import { accessTokenSeconds } from '../auth/keys/access-tokens.ts'
import { rotateNow } from '../auth/keys/rotation.ts'
import { loadServiceKey } from '../auth/keys/service-key.ts'
import { openSigningKeys } from '../auth/keys/signing-keys.ts'
import type { Environment } from '../env.ts'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { connectDatabase } from '../postgres/database.ts'
import { findLogin } from '../postgres/logins.ts'
import { logToConsole } from '../runtime/log.ts'
import { consoleOutput } from '../terminal/output.ts'
import { type Command, defines } from '../terminal/program.ts'
import { ownerUrl } from './owner-url.ts'
import { runCommand } from './run-command.ts'

const now = () => new Date()

async function rotate(environment: Environment, purpose: 'session' | 'service'): Promise<string> {
  const url = await ownerUrl(environment)
  const login = await findLogin(url, 'gateway').catch((error: unknown) => {
    throw explainConnectError(error, url)
  })
  const database = connectDatabase(login, logToConsole, { name: 'operator' })
  try {
    const parts = { database, now, accessTokenSeconds }
    const { signsFrom } = await rotateNow(parts, purpose)
    if (purpose === 'session') return `A new key signs from ${signsFrom.toISOString()} on.`
    const folder = path.join(environment.dataFolder, 'keys')
    await loadServiceKey(folder, await openSigningKeys({ ...parts, log: logToConsole }), now)
    return `The new service token is in ${path.join(folder, 'service-role.jwt')}. The former one is good for a day.`
  } finally {
    await database.close()
  }
}

const rotating = (command: Command) =>
  command
    .description('sign tokens with a new key; gateways may be running')
    .addArgument(
      new Argument('[purpose]', "session: users' tokens, after eleven minutes, and nobody is signed out; service: the token of your own programs, whose former one is valid for another day")
        .choices(['session', 'service'])
        .default('session'),
    )

const rotateKeys = defines<Environment>()(rotating, async (environment, purpose) => consoleOutput.print(await rotate(environment, purpose)))

await runCommand({
  name: 'auth',
  summary: 'The keys of the sign-in service',
  commands: { 'rotate-keys': rotateKeys },
  open: (work, environment) => work(environment),
})
