import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { startMailServer } from '../helpers/mail-server.ts'
import { noLimits } from '../helpers/no-limits.ts'
import { openGatewayFixture } from '../helpers/running-gateway.ts'
import type { AuthService, Manner } from './service.ts'

/**
 * Starts the gateway as a process of its own on this database. Where it has a mail server, it wants addresses confirmed.
 * @param keysFile the private keys of a database that has some already
 */
export async function startOurs(manner: Manner, databaseUrl: string, keysFile = ''): Promise<AuthService> {
  const mail = await startMailServer()
  const fixture = await openGatewayFixture()
  const { url } = await fixture.start({
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: noLimits,
    COMMON_PASSWORDS: 'accept',
    PERSONAL_DETAILS_KEYS_FILE: keysFile,
    SMTP_URL: manner === 'proving' ? `smtp://127.0.0.1:${mail.port}` : '',
  })
  return {
    base: `${url}/auth/v1`,
    siteUrl: `${url}/`,
    databaseUrl,
    serviceKey: (await readFile(path.join(fixture.dataFolder, 'keys/service-role.jwt'), 'utf8')).trim(),
    mail,
    stop: async () => {
      await fixture.close()
      await mail.stop()
    },
  }
}
