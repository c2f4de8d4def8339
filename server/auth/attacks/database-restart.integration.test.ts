import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'
import { openCluster } from '../../postgres/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../postgres/embedded.ts'
import { migrate } from '../../postgres/migrate.ts'
import { runProgram } from '../../postgres/processes.ts'

const password = 'a good password'
let folder: string
let postgres: EmbeddedPostgres
let auth: TestAuth
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restart-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres(folder)
  await migrate(postgres.url)
  auth = await startAuth({ url: postgres.url, drop: async () => undefined })
})
afterAll(async () => {
  await auth.stop()
  await postgres.stop()
  // The gateway's hold on a server that has just been started again may still be missing, and then it stops nothing.
  await stopServer('fast', '-w')
  await rm(folder, { recursive: true, force: true })
})

/** Stops the server behind the gateway's back, which starts it again on the same port, and waits for that. */
async function restart(mode: 'fast' | 'immediate'): Promise<void> {
  const before = await startOfServer()
  await stopServer(mode, '-W')
  await expect.poll(startOfServer, { timeout: 60_000 }).toBeGreaterThan(before)
}

async function stopServer(mode: 'fast' | 'immediate', waiting: '-w' | '-W'): Promise<void> {
  const { binaries, folder: cluster, identity } = await openCluster(folder)
  await runProgram(binaries.pg_ctl, ['stop', waiting, '-m', mode, '-D', cluster], identity, 'silent')
}

/** Milliseconds since 1970; 0 while it does not answer. */
async function startOfServer(): Promise<number> {
  const client = new Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ start: Date }>('select pg_postmaster_start_time() as start')
    return rows[0]?.start.getTime() ?? 0
  } catch {
    return 0
  } finally {
    await client.end()
  }
}

async function signUp(): Promise<{ email: string; status: number }> {
  const email = `ruth.${randomUUID()}@example.com`
  const response = await auth.app.request('/signup', { method: 'POST', body: JSON.stringify({ email, password }) })
  return { email, status: response.status }
}

test.each(['fast', 'immediate'] as const)('a %s restart in the middle of sign-ups loses no promise', async (mode) => {
  const client = clientOf(auth.app)
  const { data } = await client.signUp({ email: `ruth.${randomUUID()}@example.com`, password })
  const answers: { email: string; status: number }[] = []
  const over = new AbortController()
  const crowd = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) answers.push(await signUp())
  })
  await restart(mode)
  over.abort()
  await Promise.all(crowd)

  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  const promised = answers.filter(({ status }) => status === 200).map(({ email }) => email)
  const kept = await auth.database.query({ text: 'select from auth.users where email = any ($1)', values: [promised] })
  expect(kept).toHaveLength(promised.length)
  expect((await signUp()).status).toBe(200)
  expect((await client.getUser()).data.user?.id).toBe(data.user?.id)
})

test('the counts of limits may be lost in a crash, and nothing else', async () => {
  for (let turn = 0; turn < 8; turn += 1) expect(await recover()).toBe(200)
  await restart('immediate')
  for (let turn = 0; turn < 8; turn += 1) expect(await recover()).toBe(200)
})

async function recover(): Promise<number> {
  const request = { method: 'POST', body: '{"email":"a@example.com"}' }
  return (await auth.app.request('/recover', request, { address: '192.0.2.1' })).status
}
