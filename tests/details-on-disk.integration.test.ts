import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthClient } from '@supabase/auth-js'
import { Client } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toClientData } from '../domain/enrollment.ts'
import { superuserUrl } from '../server/postgres/embedded.ts'
import { validRow, validValues } from './helpers/enrollments.ts'
import { noQuotas } from './helpers/no-limits.ts'
import { type GatewayFixture, openGatewayFixture, type RunningGateway } from './helpers/running-gateway.ts'

// What a stolen disk or a copy of the data folder shows of date of birth and SSN digits (R-DETAILS-ENCRYPTED): every byte of
// the database's files is searched, while details are there and after the purge. In the end the trigger is taken away, to
// see that the search finds what is there.

const details = { dateOfBirth: '1957-11-23', ssnLastFour: '9173' }
const count = 30

/** How PostgreSQL would store the two columns, which stand beside each other: days since 2000, a length, four digits. */
const stored = Buffer.alloc(9)
stored.writeInt32LE((Date.parse(details.dateOfBirth) - Date.parse('2000-01-01')) / 86_400_000)
stored.set([(details.ssnLastFour.length + 1) * 2 + 1, ...Buffer.from(details.ssnLastFour)], 4)

const texts = [details.dateOfBirth, '11/23/1957', `"${details.ssnLastFour}"`, `'${details.ssnLastFour}'`]
const canaries = [stored, ...texts.map((text) => Buffer.from(text))]

let folder: string
let fixture: GatewayFixture
let gateway: RunningGateway
let database: Client
let token: string
let userId: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disk-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  fixture = await openGatewayFixture()
  gateway = await fixture.start({ DATA_DIR: folder, DELIVERY_PER_MINUTE: '600', QUOTAS: JSON.stringify(noQuotas) })
  database = new Client({ connectionString: await superuserUrl(folder) })
  await database.connect()
  // As PostgreSQL logs by itself: more than the embedded server does.
  for (const setting of [`log_error_verbosity = 'default'`, `log_min_error_statement = 'error'`]) {
    await database.query(`alter system set ${setting}`)
  }
  await database.query('select pg_reload_conf()')
  const auth = new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })
  const { data } = await auth.signUp({ email: 'ruth@example.com', password: 'correct horse' })
  token = data.session?.access_token ?? ''
  userId = data.user?.id ?? ''
})
afterAll(async () => {
  await database?.end()
  // Killed, it would leave its database running.
  gateway?.command.child.kill('SIGTERM')
  await gateway?.command.ended
  await fixture?.close()
  await rm(folder, { recursive: true, force: true })
})

const send = (method: 'POST' | 'PATCH', address: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const savedSchema = v.tuple([v.object({ id: v.string() })])

async function save(): Promise<string> {
  const response = await send('POST', '/rest/v1/enrollments?select=id', validRow(userId, details), { prefer: 'return=representation' })
  return v.parse(savedSchema, await response.json())[0].id
}

/** Brings everything from memory to the disk: rows, samples of them, the write-ahead log. */
async function settle(): Promise<void> {
  await database.query('analyze')
  await database.query('checkpoint')
  await database.query('select pg_switch_wal()')
}

/** In which folders of the database one of these stands, and in what it knows of the columns. */
async function placesOf(found: Buffer[]): Promise<string[]> {
  const cluster = path.join(folder, 'postgres')
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true })
  const places = new Set<string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    // Files come and go while the server runs.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0))
    if (found.some((each) => bytes.includes(each))) places.add(path.relative(cluster, file).split(path.sep)[0] ?? '')
  }
  const { rows } = await database.query<{ sample: string }>(
    `select concat(most_common_vals, histogram_bounds) as sample from pg_stats where tablename = 'enrollments'`,
  )
  const samples = rows.map(({ sample }) => sample).join()
  if (texts.some((text) => samples.includes(text)) || samples.includes(details.ssnLastFour)) places.add('statistics')
  return [...places].toSorted()
}

test('while they are there, details stand in no file of the database, nor in its log', async () => {
  const ids = await Promise.all(Array.from({ length: count }, save))
  const [id = ''] = ids
  expect((await send('POST', '/rest/v1/enrollments', { ...validRow(userId, details), city: '' })).status).toBe(400)
  expect((await send('POST', '/rest/v1/enrollments', { ...validRow(userId, details), id })).status).toBe(409)
  expect((await send('PATCH', `/rest/v1/enrollments?id=eq.${ids[1]}`, validRow(userId, details))).status).toBe(204)
  const submission = { enrollmentId: id, clientData: toClientData({ ...validValues, ...details }, 'Standard Repair') }
  expect((await send('POST', '/functions/v1/submit-to-disputefox', submission)).status).toBe(200)
  await settle()
  expect((await database.query('select from enrollments where personal_details is not null')).rowCount).toBe(count)
  expect(await placesOf(canaries)).toEqual([])
})

test('the private key is in none of them', async () => {
  const [, secret = ''] = /^PERSONAL_DETAILS_KEYS=(.*)$/m.exec(await readFile(path.join(folder, 'keys/personal-details.env'), 'utf8')) ?? []
  const bytes = Buffer.from(secret, 'base64')
  // The numbers of the subkey's private half are the better part of the key.
  const middle = bytes.subarray(bytes.length / 2, bytes.length / 2 + 32)
  expect(await placesOf([middle, Buffer.from(secret.slice(0, 64))])).toEqual([])
})

test('after the purge, neither; the rows have no ciphertext and the statistics none of it', async () => {
  await database.query(`update deliveries set state = 'cancelled' where state <> 'delivered'`)
  // As if it had been no stand-in: what only a stand-in has is not purged.
  await database.query(`update public.deliveries set reason = null where reason = 'stand-in'`)
  await database.query('select purge_personal_details(0)')
  await settle()
  expect((await database.query('select from enrollments where personal_details is not null')).rowCount).toBe(0)
  expect(await placesOf(canaries)).toEqual([])
})

test('without the trigger and its constraint the same search finds them in table, log of changes and statistics', async () => {
  await database.query(`alter table enrollments disable trigger encrypt_personal_details,
    drop constraint personal_details_are_encrypted, drop constraint date_of_birth_is_required`)
  for (let saved = 0; saved < 3; saved += 1) await save()
  await settle()
  expect(await placesOf(canaries)).toEqual(['base', 'pg_wal', 'statistics'])
})
