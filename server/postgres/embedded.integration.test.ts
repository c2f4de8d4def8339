import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import { runProgram } from './processes.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'embedded-'))
  await chmod(folder, 0o711)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  // A server that ends in the middle of a query tells the query, and the connection once more.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Starts the database in a process of its own and kills that process without a warning. */
async function startAndKill(before = ''): Promise<void> {
  const script = `
    import { readFileSync } from 'node:fs'
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))}
    const folder = ${JSON.stringify(folder)}
    await startEmbeddedPostgres(folder)
    ${before}
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

test('keeps what was stored over a stop and a start', async () => {
  const first = await startEmbeddedPostgres(folder)
  await ask(first.url, 'create table kept as select 7 as value')
  await first.stop()
  const second = await startEmbeddedPostgres(folder)
  try {
    expect(await ask(second.url, 'select value from kept')).toEqual([7])
  } finally {
    await second.stop()
  }
})

test('takes over the server that a killed process left behind, with everything committed', async () => {
  await startAndKill()
  const postgres = await startEmbeddedPostgres(folder)
  try {
    expect(await ask(postgres.url, 'select 1')).toEqual([1])
  } finally {
    await postgres.stop()
  }
})

test('refuses a data folder that a living process uses, and leaves that process alone', async () => {
  const first = await startEmbeddedPostgres(folder)
  try {
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/in use by another process/)
    expect(await ask(first.url, 'select 1')).toEqual([1])
  } finally {
    await first.stop()
  }
})

/** Ends one of the server's processes, as the kernel does when memory is short; PostgreSQL then starts all anew. */
async function crashBackend(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  const ended = new Promise((resolve) => client.once('end', resolve))
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await ended
}

test('still owns its data folder after a crash inside the database', async () => {
  const first = await startEmbeddedPostgres(folder)
  try {
    await crashBackend(first.url)
    const owners = "select count(*)::int from pg_locks join pg_stat_activity using (pid) where application_name like 'gateway-owner %' and locktype = 'advisory'"
    await expect.poll(() => ask(first.url, owners).catch(() => []), { timeout: 20_000 }).toEqual([1])
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/in use by another process/)
  } finally {
    await first.stop()
  }
})

const postmaster = async () => Number.parseInt(await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)

test('a server that is killed is started again on the same port, with everything committed', async () => {
  const logged: string[] = []
  const first = await startEmbeddedPostgres(folder, (event) => void logged.push(event))
  try {
    await ask(first.url, 'create table kept as select 7 as value')
    process.kill(await postmaster(), 'SIGKILL')
    await expect.poll(() => ask(first.url, 'select value from kept').catch(() => []), { timeout: 60_000 }).toEqual([7])
    // It answers before the program that starts it has noticed.
    await expect.poll(() => logged, { timeout: 60_000 }).toEqual(['database-started-again'])
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/in use by another process/)
  } finally {
    await first.stop()
  }
  // A stop is no death: nothing is started again.
  await expect(postmaster()).rejects.toThrow(/ENOENT/)
  expect(logged).toEqual(['database-started-again'])
})

test('a stop while a killed server is started again leaves none behind', async () => {
  const first = await startEmbeddedPostgres(folder)
  process.kill(await postmaster(), 'SIGKILL')
  await first.stop()
  const second = await startEmbeddedPostgres(folder)
  expect(await ask(second.url, 'select 1')).toEqual([1])
  await second.stop()
})

test('killed together with the process that used it, it starts without help', async () => {
  await startAndKill('process.kill(Number.parseInt(readFileSync(`${folder}/postgres/postmaster.pid`, "utf8"), 10), "SIGKILL")')
  const postgres = await startEmbeddedPostgres(folder)
  expect(await ask(postgres.url, 'select 1')).toEqual([1])
  await postgres.stop()
})

test('two first starts at once: one has the data folder, the other is refused with a sentence', async () => {
  const results = await Promise.allSettled([startEmbeddedPostgres(folder), startEmbeddedPostgres(folder)])
  const started = results.filter((result) => result.status === 'fulfilled')
  const refused = results.filter((result) => result.status === 'rejected')
  for (const { value } of started) await value.stop()
  expect(started).toHaveLength(1)
  expect(refused.map(({ reason }) => String(reason))).toEqual([expect.stringMatching(/in use by another process/)])
})

test('a lock file that names some other program is cleared away', async () => {
  const first = await startEmbeddedPostgres(folder)
  await first.stop()
  const stale = [process.pid, path.join(folder, 'postgres'), 0, 59_999, '', '127.0.0.1', '', 'ready'].join('\n')
  await writeFile(path.join(folder, 'postgres/postmaster.pid'), stale)
  const postgres = await startEmbeddedPostgres(folder)
  expect(await ask(postgres.url, 'select 1')).toEqual([1])
  await postgres.stop()
})

test('a copy of the folder under a running server is refused, since it may look whole', async () => {
  const [original, copy] = [path.join(folder, 'original'), path.join(folder, 'copy')]
  const running = await startEmbeddedPostgres(original)
  await runProgram('cp', ['-a', original, copy], {})
  await running.stop()
  await expect(startEmbeddedPostgres(copy)).rejects.toThrow(`was copied from ${original}/postgres while a server ran there`)
})

test('stopping a server that is already gone is no fault', async () => {
  const postgres = await startEmbeddedPostgres(folder)
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  await expect(postgres.stop()).resolves.toBeUndefined()
})

test('listens on this machine only, with a password, checksums and real fsync', async () => {
  const postgres = await startEmbeddedPostgres(folder)
  try {
    const shown = await ask(
      postgres.url,
      `select current_setting(name) from unnest(array['listen_addresses', 'data_checksums', 'fsync', 'unix_socket_directories']) name`,
    )
    expect(shown).toEqual(['127.0.0.1', 'on', 'on', ''])
    const stranger = new URL(postgres.url)
    stranger.password = 'guess'
    await expect(ask(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    await postgres.announce('postgres://somebody')
    expect(await readFile(path.join(folder, 'database-url'), 'utf8')).toBe('postgres://somebody\n')
    for (const file of ['postgres-password', 'database-url']) {
      expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600)
    }
  } finally {
    await postgres.stop()
  }
})

test('writes no failing row into its log', async () => {
  const postgres = await startEmbeddedPostgres(folder)
  try {
    await ask(postgres.url, 'create table secret (ssn text check (length(ssn) = 4))')
    await expect(ask(postgres.url, "insert into secret values ('canary-6789')")).rejects.toThrow(/check constraint/)
    const log = await ask(postgres.url, 'select pg_read_file(pg_current_logfile())')
    expect(String(log[0])).toContain('violates check constraint')
    expect(String(log[0])).not.toContain('canary-6789')
  } finally {
    await postgres.stop()
  }
})
