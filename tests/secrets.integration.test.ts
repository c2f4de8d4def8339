import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { superuserUrl } from '../server/postgres/embedded.ts'
import { createTestDatabase } from './helpers/postgres.ts'
import { watchProcesses } from './helpers/processes.ts'
import { type GatewayFixture, openGatewayFixture } from './helpers/running-gateway.ts'

// Every secret setting has a value that occurs nowhere else, and all processes of the machine are searched for them while
// a gateway starts. Its own process has to have them.

const canary = `canary${randomBytes(8).toString('hex')}`

/** Every setting that holds a secret, and one that is none of ours. */
const secrets = {
  SMTP_URL: `smtp://somebody:${canary}@127.0.0.1:1`,
  TEAM_WEBHOOK_URL: `https://hooks.example.org/${canary}`,
  DELIVERY_WEBHOOK_URL: `https://hooks.example.org/${canary}`,
  DELIVERY_WEBHOOK_SECRET: `whsec_${Buffer.from(canary.padEnd(32, 'x')).toString('base64')}`,
  AWS_SECRET_ACCESS_KEY: canary,
}
const hidden = new RegExp(`${canary}|${secrets.DELIVERY_WEBHOOK_SECRET.slice(6, 36)}`)

let fixture: GatewayFixture
beforeEach(async () => {
  fixture = await openGatewayFixture()
})
afterEach(() => fixture?.close())

const isGateway = (argv: string) => argv.includes('server/main.ts')

test.runIf(process.platform === 'linux')('no other program sees a secret of the gateway, and no list of processes shows one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'secrets-'))
  // Run as root, PostgreSQL is another user, who has to pass through this folder.
  await chmod(folder, 0o711)
  const dataFolder = path.join(folder, 'data')
  const watched = watchProcesses()
  const { command } = await fixture.start({ ...secrets, DATA_DIR: dataFolder })
  onTestFinished(async () => {
    command.child.kill('SIGTERM')
    await command.ended
    await rm(folder, { recursive: true })
  })
  const seen = await watched.stop()
  const programs = seen.map(({ argv }) => path.basename(argv.split(' ')[0] ?? ''))
  expect(programs).toEqual(expect.arrayContaining(['initdb', 'pg_ctl', 'postgres']))
  expect(seen.filter(({ argv }) => hidden.test(argv))).toEqual([])
  expect(seen.filter(({ argv, environ }) => !isGateway(argv) && hidden.test(environ))).toEqual([])
  expect(seen.some(({ argv, environ }) => isGateway(argv) && hidden.test(environ))).toBe(true)
  expect(command.output()).not.toMatch(hidden)

  // What the gateway makes itself.
  const kept = ['postgres-password', 'database-url', 'keys/service-role.jwt', 'keys/personal-details.env']
  for (const file of kept) {
    const parts = (await readFile(path.join(dataFolder, file), 'utf8')).match(/[\w+/-]{30,}/g) ?? []
    expect([file, parts.length]).not.toEqual([file, 0])
    for (const part of parts) {
      expect(seen.filter(({ argv, environ }) => argv.includes(part) || environ.includes(part))).toEqual([])
      expect(command.output()).not.toContain(part)
    }
  }

  const database = new Client({ connectionString: await superuserUrl(dataFolder) })
  await database.connect()
  const { rows } = await database.query(
    `select distinct usename from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`,
  )
  await database.end()
  expect(rows.map(({ usename }) => usename)).toEqual(['site_data_folder', 'site_gateway_of_postgres'])
})

test.runIf(process.platform === 'linux')('nor does the password of a database of the operator\'s own, which is used for migrations alone', async () => {
  const testDatabase = await createTestDatabase()
  const admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const owner = `owner_${randomBytes(6).toString('hex')}`
  await admin.query(`create role ${owner} login superuser password '${canary}'`)
  const url = Object.assign(new URL(testDatabase.url), { username: owner, password: canary })
  const watched = watchProcesses()
  const { command } = await fixture.start({ DATABASE_URL: url.href, PERSONAL_DETAILS_KEYS_FILE: inject('keysFile') })
  const seen = await watched.stop()
  expect(seen.filter(({ argv }) => hidden.test(argv))).toEqual([])
  expect(seen.filter(({ argv, environ }) => !isGateway(argv) && hidden.test(environ))).toEqual([])
  expect(command.output()).not.toMatch(hidden)
  const { rows } = await admin.query('select distinct usename from pg_stat_activity where datname = $1', [url.pathname.slice(1)])
  expect(rows).toEqual([{ usename: `site_gateway_of${url.pathname.replace('/', '_')}` }])
  command.child.kill('SIGTERM')
  await command.ended
  await testDatabase.drop()
  await admin.query(`drop role ${owner}`)
  await admin.end()
})
