import { once } from 'node:events'
import { createSqlStore } from '../../server/deliveries/sql-store.ts'
import { openKeyring } from '../../server/personal-details/keyring.ts'
import { connectDatabase } from '../../server/postgres/database.ts'
import { drain } from '../../deliveries/drain.ts'
import { createDetailsOpener } from '../../deliveries/personal-details.ts'
import { deliverySettings } from '../../deliveries/settings.ts'
import { wait } from '../../deliveries/wait.ts'

// A worker in a separate process, for tests that kill it. It starts at the first byte on standard input.

const [databaseUrl = '', formUrl = '', keysFile = ''] = process.argv.slice(2)
const parsed = deliverySettings({
  DISPUTEFOX_URL: formUrl,
  DISPUTEFOX_TAB_INFO_ID: 'form',
  DISPUTEFOX_COMPANY_ID: 'account',
  DISPUTEFOX_REDIRECT_URL: 'https://www.example.org/onboarding-success',
})
if ('fault' in parsed || parsed.ok.mode === 'off') throw new Error('the settings of this test are wrong')
const database = connectDatabase(databaseUrl, console.error)
const dependencies = {
  store: createSqlStore(database),
  openDetails: createDetailsOpener(openKeyring(keysFile)),
  fetch,
  now: () => new Date(),
  random: Math.random,
  wait,
  log: () => undefined,
}
await once(process.stdin, 'data')
await drain({ ...parsed.ok, intervalMs: 0 }, dependencies, new AbortController().signal)
await database.close()
process.stdin.destroy()
