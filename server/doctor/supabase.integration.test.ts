import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { noLimits } from '../../tests/helpers/no-limits.ts'
import { freePort } from '../../tests/helpers/ports.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { type GatewayFixture, openGatewayFixture } from '../../tests/helpers/running-gateway.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// A gateway speaks Supabase's protocol, so here it is the project.

const siteOrigin = 'https://www.example.org'
let database: TestDatabase
let fixture: GatewayFixture

beforeAll(async () => {
  database = await createTestDatabase()
  fixture = await openGatewayFixture()
})
afterAll(async () => {
  await fixture?.close()
  await database?.drop()
})

const startProject = (variables: Record<string, string>) =>
  fixture.start({ DATABASE_URL: database.url, PERSONAL_DETAILS_KEYS_FILE: inject('keysFile'), RATE_LIMITS: noLimits, SITE_STAGE: 'development', ...variables })

/** What doctor says of the project, on the machine that builds the site. */
async function examine(project: string): Promise<string> {
  const variables = { SITE_ORIGIN: siteOrigin, SUPABASE_URL: project, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }
  return (await openStaffTerminal(database.url, variables).doctor()).output
}

test('a project that is set up is seen to be, without any secret', async () => {
  const { url } = await startProject({ SITE_ORIGIN: siteOrigin, SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'a@example.org' })
  const report = await examine(url)
  // Of its address for the site the gateway has the last slash, which a project must not have.
  for (const line of [/^ok +Project +127\.0\.0\.1:\d+ answers$/m, /^ok +Function /m, /^ok +Sign-in +by e-mail, with confirmed addresses$/m, /^fault +Mail links +they lead to https:\/\/www\.example\.org\/\/confirm, /m]) {
    expect(report).toMatch(line)
  }
})

test('one that confirms addresses by itself, whose links lead elsewhere, or that is not there, is named', async () => {
  const report = await examine((await startProject({})).url)
  expect(report).toMatch(/^fault +Sign-in +addresses count as confirmed without an e-mail/m)
  expect(report).toMatch(/^fault +Mail links +they lead to http:\/\/127\.0\.0\.1:\d+\/: set the Site URL of Supabase Auth$/m)
  const away = await examine(`http://127.0.0.1:${await freePort()}`)
  expect(away).toMatch(/^fault +Project +it cannot be asked \(ECONNREFUSED\)$/m)
})
