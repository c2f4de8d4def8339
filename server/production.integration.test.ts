import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../tests/helpers/postgres.ts'
import { parseEnvironment } from './env.ts'
import { checkProduction } from './production.ts'

let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database?.drop())

async function check(url: string, without = ''): Promise<void> {
  const parsed = parseEnvironment({
    SITE_STAGE: 'production',
    SITE_ORIGIN: 'http://www.grace.test',
    COMMON_PASSWORDS: 'refuse',
    PRODUCTION_WITHOUT: `https,mail,destination,backups,${without}`,
    DATABASE_URL: url,
  })
  if ('fault' in parsed) throw new Error(parsed.fault.join('\n'))
  await checkProduction(parsed.ok)
}

test('a superuser as the login of production is refused, unless the operator goes on without a login of its own', async () => {
  await expect(check(database.url)).rejects.toThrow(/^Not ready for production:\n {2}DATABASE_URL has a superuser: .*PRODUCTION_WITHOUT=own-login$/)
  await expect(check(database.url, 'own-login')).resolves.toBeUndefined()
})

test('a database that cannot be reached is left to the start, which says so', async () => {
  await expect(check('postgres://nobody@127.0.0.1:1/clients')).resolves.toBeUndefined()
})
