import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
  // The gateway's hold on a server that was restarted behind its back may still be missing, and then it stops nothing.
  await control('stop', 'fast')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Closes all connections and restarts the server on the same port. */
const restart = (mode: 'fast' | 'immediate') => control('restart', mode)

async function control(command: 'restart' | 'stop', mode: 'fast' | 'immediate'): Promise<void> {
  const { binaries, folder: cluster, identity } = await openCluster(folder)
  const { code } = await runProgram(binaries.pg_ctl, [command, '-w', '-m', mode, '-D', cluster], identity, 'silent')
  expect(code).toBe(0)
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
  for (let turn = 0; turn < 30; turn += 1) await recover()
  expect(await recover()).toBe(429)
  await restart('immediate')
  expect(await recover()).toBe(200)
})

async function recover(): Promise<number> {
  const request = { method: 'POST', body: '{"email":"a@example.com"}' }
  return (await auth.app.request('/recover', request, { address: '192.0.2.1' })).status
}
