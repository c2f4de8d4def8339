import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentsIn } from '../../domain/consents.ts'
import { prepareKeys } from '../../server/personal-details/prepare-keys.ts'
import { connectDatabase } from '../../server/postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/postgres/embedded.ts'
import { migrate } from '../../server/postgres/migrate.ts'
import { addUser, insertOf, validRow } from '../../tests/helpers/enrollments.ts'
import { sampleEnrollment } from '../../tests/helpers/sample-enrollment.ts'
import { runAccounts } from '../../server/accounts/run.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// A server like Supabase's: the project's login creates roles and is no superuser, and another one owns the schema `auth`
// (supabase/postgres migrations/db).

let folder: string
let postgres: EmbeddedPostgres
let url: string
let keysFile: string
let project: Client

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'supabase-'))
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres(folder)
  const superuser = new Client({ connectionString: postgres.url })
  await superuser.connect()
  await superuser.query(`
    create role supabase_admin superuser;
    create role project login createrole createdb bypassrls password 'x';
    create role anon nologin noinherit;
    create role authenticated nologin noinherit;
    create role service_role nologin noinherit bypassrls;
    grant anon, authenticated, service_role to project with admin option`)
  await superuser.query('create database project owner project')
  await superuser.end()
  const given = new Client({ connectionString: Object.assign(new URL(postgres.url), { pathname: 'project' }).href })
  await given.connect()
  const baseline = path.resolve(import.meta.dirname, '../../server/postgres/baseline')
  for (const file of ['02_auth_users', '03_auth_sessions', '04_auth_claims', '10_recovery_codes']) {
    await given.query(await readFile(path.join(baseline, `000000000000${file}.sql`), 'utf8'))
  }
  await given.query(`
    grant usage on schema auth, public to project, anon, authenticated, service_role;
    grant create on schema public to project;
    grant all on all tables in schema auth to project`)
  await given.end()
  url = Object.assign(new URL(postgres.url), { pathname: 'project', username: 'project', password: 'x' }).href
  await migrate(url)
  keysFile = path.join(folder, 'keys.env')
  await prepareKeys(url, keysFile, () => undefined)
  project = new Client({ connectionString: url })
  await project.connect()
})
afterAll(async () => {
  await project?.end()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test("the project's own migrations need no superuser, and make no role of the gateway", async () => {
  const { rows } = await project.query(`select rolname from pg_roles where rolname like 'site\\_%' and rolname <> 'site_data_folder'`)
  expect(rows).toEqual([{ rolname: 'site_staff' }])
})

test("the staff's commands work with the project's login, and record who ran them", async () => {
  const { id, ...columns } = sampleEnrollment
  const row = { ...columns, id, onboarding_completed: true, payment_status: 'completed', plan_price: 0, created_at: new Date(), updated_at: new Date() }
  await project.query('insert into enrollments select * from json_populate_record(null::enrollments, $1)', [row])
  const terminal = openStaffTerminal(url, { PERSONAL_DETAILS_KEYS_FILE: keysFile })
  expect(await terminal.run(`show ${id} --reveal --yes`)).toMatchObject({ exitCode: 0, output: expect.stringContaining('4821'), faults: '' })
  expect(await terminal.run(`cancel ${id}`)).toMatchObject({ exitCode: 0, faults: '' })
  const { rows } = await project.query('select staff, login, action from staff_log order by id')
  expect(rows).toEqual(['reveal', 'cancel'].map((action) => ({ staff: 'ruth', login: 'project', action })))
})

test('what a client agrees to is recorded with the network of the session, and withdrawn by the staff', async () => {
  const database = connectDatabase(url, () => undefined)
  try {
    const ruth = await addUser(database, 'ruth@example.com')
    await project.query(`update auth.sessions set ip = '203.0.113.7'`)
    const id = randomUUID()
    const { text, values } = insertOf({ id, ...validRow(ruth.id) })
    const sms = consentsIn([{ document: 'sms', version: '2031-03-04', sha256: 'a'.repeat(64) }])
    await database.transactionAs(ruth.claims, (client) => client.query(text, values), { consents: sms })
    expect(await openStaffTerminal(url).run(`withdraw-consent ${id} sms --yes`)).toMatchObject({ exitCode: 0, faults: '' })
    const { rows } = await project.query('select action, texts, network from consents where enrollment_id = $1 order by id', [id])
    expect(rows).toEqual([
      { action: 'given', texts: sms, network: '203.0.113.7' },
      { action: 'withdrawn', texts: sms, network: null },
    ])
  } finally {
    await database.close()
  }
})

test('doctor accepts the login that Supabase gives, and reads what it needs', async () => {
  const { output } = await openStaffTerminal(url).doctor()
  expect(output).toMatch(/^ok +Logins +Supabase's own, limited to the rights of site_staff$/m)
  expect(output).toMatch(/^ok +Migrations +all are applied$/m)
  expect(output).toMatch(/Staff log +unbroken, 3 entries/)
})

test('accounts are found, made staff, signed out and deleted in a schema that another role owns', async () => {
  const database = connectDatabase(url, () => undefined)
  try {
    const { id, claims } = await addUser(database, 'lydia@example.com')
    const { text, values } = insertOf(validRow(id))
    await database.transactionAs(claims, (client) => client.query(text, values))
    const terminal = openStaffTerminal(url, { PERSONAL_DETAILS_KEYS_FILE: keysFile }, runAccounts)
    expect(await terminal.run('make-staff lydia@example.com')).toMatchObject({ exitCode: 0, faults: '' })
    expect(await terminal.run(`find ${id.slice(0, 8)}`)).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Staff +staff$/m), faults: '' })
    expect(await terminal.run(`sessions ${id} --end --yes`)).toMatchObject({ exitCode: 0, faults: '' })
    expect(await terminal.run('delete lydia@example.com --yes')).toMatchObject({ exitCode: 0, output: expect.stringContaining('the account and one form'), faults: '' })
    const { rows } = await project.query('select from auth.users where id = $1 union all select from private.staff where user_id = $1', [id])
    expect(rows).toEqual([])
  } finally {
    await database.close()
  }
})
