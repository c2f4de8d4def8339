import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../tests/helpers/enrollments.ts'
import { ask } from '../../tests/helpers/lived-in.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { createOwnDatabase } from '../../tests/helpers/own-database.ts'
import { createEmptyDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { openSupabaseDatabase, type SupabaseDatabase } from '../../tests/helpers/supabase-database.ts'
import { migrate } from '../postgres/migrate.ts'
import { type AddEntry, readArchive, writeArchive } from './archive.ts'
import { type About, partBytes } from './format.ts'
import { restoreIntoFolder } from './into-folder.ts'
import { sumOf } from './read.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

// R-BACKUP: what a backup has, what a restore makes of it, and what both refuse.

let folder: string
let source: TestOutbox
let file: string
let target: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  source = await openOutbox()
  const { id } = await addUser(source.database, 'ruth@example.com')
  await source.save({ user_id: id, notes: String.raw`tab	line
feed \N \. "quote" é 😀 \\` })
  await source.query(`insert into auth.refresh_tokens (token, user_id, session_id)
    select 'a-token', user_id, id from auth.sessions`)
  file = newFile()
  await takeBackup({ url: source.url, file })
})
afterAll(async () => {
  await source?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  target = await createEmptyDatabase()
  return () => target.drop()
})

const newFile = () => path.join(folder, `${randomUUID()}.tar.gz`)

test('each value arrives as it was, whatever its characters and types', async () => {
  await restoreBackup({ file, url: target.url })
  for (const table of ['auth.users', 'auth.sessions', 'public.enrollments', 'public.deliveries', 'private.personal_details_keys']) {
    const rows = `select to_jsonb(t) as row from ${table} t order by 1`
    expect(await ask(target.url, rows)).toEqual(await source.query(rows))
  }
})

test('sequences go on, triggers fire as before, and a new form is queued', async () => {
  await restoreBackup({ file, url: target.url })
  expect(await ask(target.url, `select nextval('auth.refresh_tokens_id_seq')::int as next`)).toEqual([{ next: 2 }])
  const states = `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`
  expect(await ask(target.url, states)).toEqual(await source.query(states))
  await ask(target.url, `update public.enrollments set city = 'Chicago'`)
  expect(await ask(target.url, 'select version from public.deliveries')).toEqual([{ version: 2 }])
  await expect(ask(target.url, 'delete from public.staff_log')).rejects.toThrow('can only be added to')
})

test('a backup is one moment: what is saved together is in it together, however much is saved meanwhile', async () => {
  const busy = await openOutbox()
  try {
    const done = new AbortController()
    const writing = (async () => {
      while (!done.signal.aborted) await Promise.all(Array.from({ length: 5 }, () => busy.save()))
    })()
    const backups = []
    for (let index = 0; index < 5; index += 1) backups.push(await takeBackup({ url: busy.url, file: newFile() }))
    done.abort()
    await writing
    const counts = backups.map(({ contents: { rows } }) => [rows.get('public.enrollments'), rows.get('public.deliveries')])
    for (const [enrollments, deliveries] of counts) expect(deliveries).toBe(enrollments)
    expect(counts.at(-1)?.[0]).toBeGreaterThan(counts[0]?.[0] ?? Infinity)
  } finally {
    await busy.close()
  }
})

test('a table of many parts is divided between rows', async () => {
  const large = await openOutbox()
  try {
    await large.query(`insert into auth.audit_log_entries (id, payload) select gen_random_uuid(), json_build_object('text', repeat('x', 900))
      from generate_series(1, 4000)`)
    const backup = await takeBackup({ url: large.url, file: newFile() })
    const parts = backup.contents.parts.filter(({ name }) => name.startsWith('auth.audit_log_entries/'))
    expect(parts.length).toBeGreaterThan((4000 * 900) / partBytes / 2)
    expect((await restoreBackup({ file: backup.file, url: target.url })).contents.rows.get('auth.audit_log_entries')).toBe(4000)
  } finally {
    await large.close()
  }
})

const tablesOf = (url: string) =>
  ask(url, `select relname from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('auth', 'public', 'gateway'))`)

describe('nothing is left of what did not succeed', () => {
  test('an interrupted backup', async () => {
    const stopping = new AbortController()
    const half = newFile()
    const taking = takeBackup({ url: source.url, file: half, signal: stopping.signal, progress: () => stopping.abort(new Error('Ctrl-C')) })
    await expect(taking).rejects.toThrow('Ctrl-C')
    expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(half)))).toEqual([])
  })

  test('an interrupted restore', async () => {
    const stopping = new AbortController()
    const progress = (doing: string) => void (doing === 'Restoring' && stopping.abort(new Error('Ctrl-C')))
    await expect(restoreBackup({ file, url: target.url, signal: stopping.signal, progress })).rejects.toThrow('Ctrl-C')
    expect(await tablesOf(target.url)).toEqual([])
    await restoreBackup({ file, url: target.url })
  })

  test('an interrupted restore into a folder, which the next one repeats', async () => {
    const dataFolder = path.join(folder, 'data')
    const stopping = new AbortController()
    const progress = (doing: string) => void (doing === 'Restoring' && stopping.abort(new Error('Ctrl-C')))
    await expect(restoreIntoFolder(dataFolder, { file, signal: stopping.signal, progress })).rejects.toThrow('Ctrl-C')
    expect(await readdir(dataFolder)).toEqual([])
    await restoreIntoFolder(dataFolder, { file })
    expect((await readdir(dataFolder)).toSorted()).toEqual(['postgres', 'postgres-password'])
    await expect(restoreIntoFolder(dataFolder, { file })).rejects.toThrow(`There is a database in ${dataFolder} already.`)
  })

  test('a row that breaks a foreign key', async () => {
    const broken = await rewritten((name, content) => (name.startsWith('auth.users/') ? '' : content))
    await expect(restoreBackup({ file: broken, url: target.url })).rejects.toMatchObject({ code: '23503' })
    expect(await tablesOf(target.url)).toEqual([])
  })
})

/** The backup again, with other contents and right sums. */
async function rewritten(change: (name: string, content: string) => string): Promise<string> {
  const changed = newFile()
  await writeArchive(changed, undefined, async (add: AddEntry) => {
    const parts = []
    for await (const entry of readArchive(file, undefined)) {
      if (entry.name === 'sums.json') {
        await add(entry.name, new TextEncoder().encode(JSON.stringify({ parts })))
        continue
      }
      const content = new TextEncoder().encode(change(entry.name, new TextDecoder().decode(entry.content)))
      if (entry.name !== 'about.json') parts.push(sumOf({ name: entry.name, content }))
      await add(entry.name, content)
    }
  })
  return changed
}

const withAbout = (change: (about: About) => void) =>
  rewritten((name, content) => {
    if (name !== 'about.json') return content
    const about: About = JSON.parse(content)
    change(about)
    return JSON.stringify(about)
  })

describe('refused', () => {
  test('a database that somebody uses already', async () => {
    await migrate(target.url)
    await ask(target.url, `insert into auth.users (id, email) values (gen_random_uuid(), 'boaz@example.com')`)
    await expect(restoreBackup({ file, url: target.url })).rejects.toThrow('The database is not empty: auth.users has rows.')
    expect(await ask(target.url, 'select email from auth.users')).toEqual([{ email: 'boaz@example.com' }])
  })

  test('a backup of a newer version of the project', async () => {
    const newer = await withAbout(({ migrations }) => migrations.project.push({ version: '29990101000000', name: 'later', sha256: null }))
    await expect(restoreBackup({ file: newer, url: target.url })).rejects.toThrow('The backup has the migration 29990101000000_later, which is not known here')
  })

  test('a backup whose migration was another one', async () => {
    const other = await withAbout(({ migrations }) => Object.assign(migrations.project[0] ?? {}, { sha256: '0'.repeat(64) }))
    await expect(restoreBackup({ file: other, url: target.url })).rejects.toThrow('of the backup is not the one of this version')
  })

  test('a file that exists', async () => {
    await expect(takeBackup({ url: source.url, file })).rejects.toThrow(`${file} exists already.`)
  })

  test('a database without the project', async () => {
    await expect(takeBackup({ url: target.url, file: newFile() })).rejects.toThrow('There is nothing to back up')
  })

  test('a login that would see only some of the rows', async () => {
    const own = await createOwnDatabase()
    try {
      await restoreBackup({ file, url: own.url })
      await ask(own.url, 'alter table public.enrollments force row level security')
      await expect(takeBackup({ url: own.url, file: newFile() })).rejects.toThrow('The login of the database may not do this: query would be affected by row-level security policy')
    } finally {
      await own.drop()
    }
  })

  test('a disk that takes no more', async () => {
    await writeFile(path.join(folder, 'no-folder'), '')
    await expect(takeBackup({ url: source.url, file: path.join(folder, 'no-folder/backup') })).rejects.toMatchObject({ code: 'EEXIST' })
  })
})

/** Works with a backup of the source as it is after a statement. */
async function inSource(statement: string, undo: string, work: (changed: string) => Promise<unknown>): Promise<void> {
  await source.query(statement)
  try {
    const changed = newFile()
    await takeBackup({ url: source.url, file: changed })
    await work(changed)
  } finally {
    await source.query(undo)
  }
}

describe('what the new place does not know', () => {
  test('an empty column is left out; one with values only if the operator says so', async () => {
    await inSource('alter table auth.users add column newer text', 'alter table auth.users drop column newer', async (empty) => {
      const { difference } = await restoreBackup({ file: empty, url: target.url })
      expect(difference).toEqual({ missing: [], added: [] })
    })
    await inSource(`alter table auth.users add column newer text default 'a	b'`, 'alter table auth.users drop column newer', async (filled) => {
      const other = await createEmptyDatabase()
      const restoring = restoreBackup({ file: filled, url: other.url })
      await expect(restoring).rejects.toThrow('There is no column auth.users.newer, and the backup has values for it: go on without it with --without auth.users.newer')
      await restoreBackup({ file: filled, url: other.url, without: ['auth.users.newer'] })
      expect(await ask(other.url, 'select email from auth.users')).toEqual([{ email: 'ruth@example.com' }])
      await other.drop()
    })
  })

  test('a table with rows only if the operator says so', async () => {
    await inSource('create table auth.newer as select 1 as id; alter table auth.newer add primary key (id)', 'drop table auth.newer', async (filled) => {
      await expect(restoreBackup({ file: filled, url: target.url })).rejects.toThrow('There is no table auth.newer, and the backup has 1 rows for it')
      await restoreBackup({ file: filled, url: target.url, without: ['auth.newer'] })
    })
  })

  test('a policy, a trigger or a right that no migration has made is named', async () => {
    const statement = `create policy "everybody reads" on public.enrollments for select to anon using (true);
      grant select on public.upkeep to anon`
    await inSource(statement, 'drop policy "everybody reads" on public.enrollments; revoke select on public.upkeep from anon', async (changed) => {
      const { difference } = await restoreBackup({ file: changed, url: target.url })
      expect(difference).toEqual({ missing: ['public.enrollments policy everybody reads for r to anon', 'public.upkeep select to anon'], added: [] })
    })
  })
})

test('migrations that are newer than the backup are applied after its rows', async () => {
  let left = 0
  const older = await withAbout((about) => {
    left = about.migrations.project.length - 1
    about.migrations.project.pop()
  })
  await restoreBackup({ file: older, url: target.url })
  const ledger = 'select count(*)::int as applied from supabase_migrations.schema_migrations'
  expect(await ask(target.url, ledger)).toEqual([{ applied: left + 1 }])
  expect(await ask(target.url, 'select email from auth.users')).toEqual([{ email: 'ruth@example.com' }])
})

describe('Supabase', () => {
  let supabase: SupabaseDatabase
  beforeAll(async () => {
    supabase = await openSupabaseDatabase()
  })
  afterAll(() => supabase?.close())

  test('somebody else\'s trigger on an account would fire, so it is named', async () => {
    await ask(supabase.superuserUrl, `create function public.greet() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger greet after insert on auth.users for each row execute function public.greet()`)
    await expect(restoreBackup({ file, url: supabase.url })).rejects.toThrow('auth.users belongs to another role and has the trigger greet, which would fire.')
    await ask(supabase.superuserUrl, 'drop trigger greet on auth.users; drop function public.greet()')
  })

  test('where the project was pushed already, and nobody has come, it is filled', async () => {
    await migrate(supabase.url)
    await restoreBackup({ file, url: supabase.url })
    expect(await ask(supabase.url, 'select email from auth.users')).toEqual([{ email: 'ruth@example.com' }])
  })
})
