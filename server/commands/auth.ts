import path from 'node:path'
import * as v from 'valibot'
import { accessTokenSeconds } from '../auth/keys/access-tokens.ts'
import { rotateNow } from '../auth/keys/rotation.ts'
import { loadServiceKey } from '../auth/keys/service-key.ts'
import { openSigningKeys } from '../auth/keys/signing-keys.ts'
import { type Environment, explainFaults, parseEnvironment } from '../env.ts'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { connectDatabase } from '../postgres/database.ts'
import { findLogin } from '../postgres/logins.ts'
import { logToConsole } from '../runtime/log.ts'
import { explainStartError } from '../runtime/startup-fault.ts'
import { ownerUrl } from './owner-url.ts'

// The operator's commands for the sign-in service; gateways may be running on the same database:
//   npm run auth -- rotate-keys            a new key for users' tokens, in use after eleven minutes; nobody is signed out
//   npm run auth -- rotate-keys service    a new service token; the former one is valid for another day

const command = v.pipe(
  v.tuple([v.literal('rotate-keys'), v.optional(v.picklist(['session', 'service']), 'session')]),
  v.transform(([, purpose]) => purpose),
)

const now = () => new Date()

async function rotateKeys(environment: Environment, purpose: 'session' | 'service'): Promise<string> {
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

const purpose = v.safeParse(command, process.argv.slice(2))
const parsed = parseEnvironment(process.env)
if (!purpose.success) {
  console.error('Usage: npm run auth -- rotate-keys [service]')
  process.exitCode = 1
} else if ('fault' in parsed) {
  console.error(explainFaults(parsed.fault))
  process.exitCode = 1
} else {
  try {
    console.log(await rotateKeys(parsed.ok, purpose.output))
  } catch (error) {
    console.error(explainStartError(error, `the data folder ${parsed.ok.dataFolder}`) ?? error)
    process.exitCode = 1
  }
}
