import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noRoomSentence } from '../server/postgres/connection-fault.ts'
import { superuserUrl } from '../server/postgres/embedded.ts'
import { type FaultServer, openFaultServer } from './helpers/fault-server.ts'
import { accepting } from './helpers/faults.ts'
import { onboard } from './helpers/onboard.ts'
import { noLimits } from './helpers/no-limits.ts'
import { type GatewayFixture, openGatewayFixture, type RunningGateway } from './helpers/running-gateway.ts'
import { sampleEnrollment } from './helpers/sample-enrollment.ts'

// A gateway whose data folder is a disk of its own, which other files fill little by little, and then altogether.

const run = promisify(execFile)
const diskMegabytes = 480

/** Why there is no such disk here; undefined if there is. */
async function mountDisk(place: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk'
  return run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=0711`, 'tmpfs', place]).then(
    () => undefined,
    () => 'this machine lets nobody mount a disk',
  )
}

const folder = await mkdtemp(path.join(tmpdir(), 'full-disk-'))
await chmod(folder, 0o711)
const disk = path.join(folder, 'disk')
await mkdir(disk)
const missing = await mountDisk(disk)
if (missing) console.warn(`The tests of a full disk are skipped: ${missing}`)

const password = 'correct horse'
const email = `${crypto.randomUUID()}@example.org`
let fixture: GatewayFixture
let gateway: RunningGateway
let system: FaultServer
/** What was promised while there was room. */
let kept: string

const startGateway = () =>
  fixture.start({
    DATA_DIR: path.join(disk, 'data'),
    RATE_LIMITS: noLimits,
    DISPUTEFOX_URL: `http://${system.host}/CustumFieldController?method=addWebFormData`,
    DISPUTEFOX_TAB_INFO_ID: 'form',
    DISPUTEFOX_COMPANY_ID: 'account',
  })

async function stopGateway(): Promise<void> {
  gateway.command.child.kill('SIGTERM')
  await gateway.command.ended
}

beforeAll(async () => {
  if (missing) return
  system = await openFaultServer()
  system.behave(accepting)
  fixture = await openGatewayFixture()
  gateway = await startGateway()
}, 300_000)
afterAll(async () => {
  if (gateway) await stopGateway()
  await fixture?.close()
  await system?.close()
  if (!missing) await run('umount', [disk])
  await rm(folder, { recursive: true, force: true })
}, 120_000)

const service = () => new AuthClient({ url: `${gateway.url}/auth/v1`, persistSession: false, autoRefreshToken: false })
const signUp = (address: string) => service().signUp({ email: address, password })
const signIn = () => service().signInWithPassword({ email, password })

let signedIn: Awaited<ReturnType<typeof signIn>>
const signInAnew = async () => (signedIn = await signIn()).error

/** A row of the signed-in client, and which ones the client finds. */
async function saveRow() {
  const { data } = signedIn
  const rows = new PostgrestClient(`${gateway.url}/rest/v1`, { headers: { authorization: `Bearer ${data.session?.access_token}` } })
  const { id: _, ...columns } = sampleEnrollment
  const row = { ...columns, user_id: data.user?.id, onboarding_completed: true, payment_status: 'completed', plan_price: 0 }
  const saved = await rows.from('enrollments').insert(row)
  const found = await rows.from('enrollments').select('id')
  return { saved: [saved.status, saved.error?.message], found: [found.status, found.data?.length] }
}

/** Leaves this much room, less than before, by one other file that grows: at no moment is there more. */
async function leave(megabytes: number): Promise<void> {
  const { size } = await stat(filler).catch(() => ({ size: 0 }))
  const { bavail, bsize } = await statfs(disk)
  await run('fallocate', ['-l', String(size + bavail * bsize - megabytes * 1024 * 1024), filler])
}
const filler = path.join(disk, 'filler')

/** Waits until the gateway has noticed. */
const noticed = (room: string) => gateway.command.printed(new RegExp(`"disk-space-changed","room":"${room}"`))

const status = async (address: string) => (await fetch(gateway.url + address)).status

async function database<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: await superuserUrl(path.join(disk, 'data')) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const patience = 300_000
const noRoom = [507, noRoomSentence]

test.skipIf(missing)('with little room clients read and sign in, and save nothing', { timeout: patience }, async () => {
  const { id, submit } = await onboard(gateway.url)
  kept = id
  expect(await submit()).toEqual([200, 'delivered'])
  expect((await signUp(email)).error).toBeNull()
  expect(await signInAnew()).toBeNull()
  expect(await saveRow()).toEqual({ saved: [201, undefined], found: [200, 1] })
  await leave(200)
  await noticed('low')
  expect(await saveRow()).toEqual({ saved: noRoom, found: [200, 1] })
  expect(await signInAnew()).toBeNull()
  expect(await saveRow()).toEqual({ saved: noRoom, found: [200, 1] })
  expect(await status('/readyz')).toBe(503)
  expect((await signUp('late@example.org')).error).toBeNull()
})

test.skipIf(missing)('with hardly any room nothing is written, and reading goes on', { timeout: patience }, async () => {
  await leave(40)
  await noticed('none')
  expect(await saveRow()).toEqual({ saved: noRoom, found: [200, 1] })
  expect((await signIn()).error).toMatchObject({ status: 503, message: noRoomSentence })
  expect((await signUp('later@example.org')).error).toMatchObject({ status: 503, message: noRoomSentence })
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  const refreshed = await service().refreshSession({ refresh_token: signedIn.data.session?.refresh_token ?? '' })
  expect(refreshed.error).toBeNull()
})

test.skipIf(missing)('with hardly any room the gateway can be started anew', { timeout: patience }, async () => {
  await stopGateway()
  gateway = await startGateway()
  await noticed('none')
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  expect(await saveRow()).toEqual({ saved: noRoom, found: [200, 1] })
})

test.skipIf(missing)('without any room PostgreSQL stops, the gateway does not, and both go on by themselves', { timeout: patience }, async () => {
  await leave(0)
  // Whatever the database still writes now: it needs another file of its log.
  await database('create table public.too_much as select repeat(md5(number::text), 100) as text from generate_series(1, 200000) number').catch(() => undefined)
  expect(await status('/healthz')).toBe(200)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { saved } = await saveRow()
    expect([507, 503]).toContain(saved[0])
    expect((await signIn()).error?.status).toBe(503)
  }

  await rm(filler)
  await expect.poll(() => status('/readyz'), { timeout: 120_000 }).toBe(200)
  await expect.poll(signInAnew, { timeout: 120_000 }).toBeNull()
  await expect.poll(saveRow, { timeout: 120_000 }).toEqual({ saved: [201, undefined], found: [200, 2] })
})

test.skipIf(missing)('what was promised is there, nothing is there by half, and nothing was sent twice', { timeout: patience }, async () => {
  const rows = await database<{ id: string; deliveries: number }>(
    'select id, (select count(*)::int from deliveries where enrollment_id = id) as deliveries from enrollments',
  )
  expect(rows).toHaveLength(3)
  expect(rows.map(({ deliveries }) => deliveries)).toEqual([1, 1, 1])
  expect(rows.map(({ id }) => id)).toContain(kept)
  const half = 'select users.id from auth.users left join auth.identities on user_id = users.id where user_id is null'
  expect(await database(half)).toEqual([])
  expect(await database("select email from auth.users where email like 'late%'")).toEqual([{ email: 'late@example.org' }])
  expect(system.received.filter(({ enrollmentId }) => enrollmentId === kept)).toHaveLength(1)
})
