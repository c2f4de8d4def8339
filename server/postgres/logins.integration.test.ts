import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { connectDatabase } from './database.ts'
import { findLogin, type Login, prepareLogins, type Purpose } from './logins.ts'

let testDatabase: TestDatabase
let owner: Client
let logins: Record<Purpose, Login>
let names: Record<Purpose, string>

const noLog = () => undefined

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = new Client({ connectionString: testDatabase.url })
  await owner.connect()
  logins = await prepareLogins(testDatabase.url, noLog)
  const database = new URL(testDatabase.url).pathname.slice(1)
  names = { gateway: `site_gateway_of_${database}`, staff: `site_staff_of_${database}` }
})
afterAll(async () => {
  await owner?.end()
  await testDatabase?.drop()
})

const ask = async (text: string, values: unknown[] = []) =>
  (await owner.query<unknown[]>({ text, values, rowMode: 'array' })).rows

/** Runs a statement as a purpose's login, as its role or as another one that it may become. */
async function as(purpose: Purpose, statement: string, role = logins[purpose].role): Promise<unknown[]> {
  const client = new Client({ connectionString: logins[purpose].url })
  await client.connect()
  try {
    await client.query(`set role ${role}`)
    return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test.each(['gateway', 'staff'] as const)('the %s signs in by itself, and each of its connections has its role', async (purpose) => {
  const database = connectDatabase(logins[purpose], noLog)
  expect(await database.query({ text: 'select session_user as login, current_user as role' })).toEqual([
    { login: names[purpose], role: `site_${purpose}` },
  ])
  await database.close()
})

test('neither login has a power over the server, nor any right before it becomes a role', async () => {
  const attributes = await ask(
    `select rolsuper or rolinherit or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls, rolcanlogin
     from pg_roles where rolname = any ($1)`,
    [Object.values(names)],
  )
  expect(attributes).toEqual([[false, true], [false, true]])
  const roles = await ask(
    `select member::regrole::text, array_agg(roleid::regrole::text order by roleid::regrole::text) from pg_auth_members
     where member::regrole::text = any ($1) and not admin_option group by 1 order by 1`,
    [Object.values(names)],
  )
  expect(roles).toEqual([
    [names.gateway, ['anon', 'authenticated', 'service_role', 'site_gateway']],
    [names.staff, ['service_role', 'site_staff']],
  ])
})

test.each(['site_gateway', 'site_staff', 'service_role', 'authenticated', 'anon'])('%s owns nothing and can create nothing', async (role) => {
  expect(await ask(`select from pg_shdepend where refobjid = $1::regrole and deptype = 'o'`, [role])).toEqual([])
  expect(await ask(`select nspname from pg_namespace where has_schema_privilege($1, oid, 'create')`, [role])).toEqual([])
  expect(await ask(`select has_database_privilege($1, current_database(), 'create')`, [role])).toEqual([[false]])
})

/** Every right that is granted to a role by name: on schemas, tables, columns, sequences and functions. */
async function rightsOf(role: string): Promise<string[]> {
  const rows = await ask(
    `with granted (object, acl) as (
        select 'schema ' || nspname, nspacl from pg_namespace
        union all select oid::regclass::text, relacl from pg_class
        union all select attrelid::regclass || '.' || attname, attacl from pg_attribute
        union all select oid::regprocedure::text, proacl from pg_proc
      )
      select object || ': ' || string_agg(lower(privilege_type), ', ' order by privilege_type)
      from granted, aclexplode(acl) where grantee = $1::regrole group by object order by object`,
    [role],
  )
  return rows.map(([text]) => String(text))
}

test('the gateway has exactly the rights that signing in needs', async () => {
  const all = 'delete, insert, select, update'
  expect(await rightsOf('site_gateway')).toEqual([
    'auth.audit_log_entries: delete, insert',
    'auth.audit_log_entries.created_at: select',
    'auth.audit_log_entries.id: select',
    `auth.flow_state: ${all}`,
    'auth.identities: insert, select, update',
    `auth.mfa_amr_claims: ${all}`,
    `auth.mfa_challenges: ${all}`,
    `auth.mfa_factors: ${all}`,
    'auth.mfa_recovery_code_sets: insert, select, update',
    `auth.mfa_recovery_codes: ${all}`,
    `auth.one_time_tokens: ${all}`,
    `auth.refresh_tokens: ${all}`,
    'auth.refresh_tokens_id_seq: usage',
    `auth.sessions: ${all}`,
    `auth.users: ${all}`,
    'caller_fault(uuid,uuid,text): execute',
    'gateway.challenge_attempts: insert, select, update',
    `gateway.familiar_addresses: ${all}`,
    `gateway.one_time_codes: ${all}`,
    `gateway.rate_limits: ${all}`,
    'gateway.refresh_session(text,text,timestamp with time zone,text,inet,interval,interval,interval): execute',
    'gateway.session_methods: select',
    'gateway.signing_keys: delete, insert, select',
    'gateway.upkeep: select, update',
    'gateway.used_codes: insert, select, update',
    'schema auth: usage',
    'schema gateway: usage',
    'schema public: usage',
  ])
})

// Its tables on Supabase have what Supabase gives; those of the migrations are in docs/access.md.
test.each(['anon', 'authenticated', 'service_role', '-'])('of signing in, %s may ask who calls, and nothing else', async (role) => {
  const rights = (await rightsOf(role)).filter((right) => /^(schema )?(auth|gateway)\b/.test(right))
  const calls = ['email', 'jwt', 'role', 'uid'].map((name) => `auth.${name}(): execute`)
  expect(rights).toEqual(role === '-' ? calls : [...calls, 'schema auth: usage'])
})

test('a grant too many on the tables of Supabase Auth, or on the signing keys, would still show no row', async () => {
  const open = `select oid::regclass::text from pg_class
    where relkind = 'r' and not relrowsecurity and (relnamespace = 'auth'::regnamespace or oid = 'gateway.signing_keys'::regclass)`
  expect((await ask(open)).flat()).toEqual([])
})

// Which functions there are, docs/access.md says.
const isStaffFunction = (right: string) => /^staff_\w+\(.*\): execute$/.test(right)

test("the staff's commands have exactly the rights to call the staff's functions and to see what is migrated", async () => {
  const rights = await rightsOf('site_staff')
  expect(rights.filter(isStaffFunction)).toContain('staff_touch(): execute')
  expect(rights.filter((right) => !isStaffFunction(right))).toEqual([
    'schema public: usage',
    'schema supabase_migrations: usage',
    ...['name', 'statements', 'version'].map((column) => `supabase_migrations.schema_migrations.${column}: select`),
  ])
})

test.each([
  ['gateway', 'alter table auth.users add column x int'],
  ['gateway', 'drop table gateway.rate_limits'],
  ['gateway', 'create table auth.x ()'],
  ['gateway', 'create schema x'],
  ['gateway', 'create role x'],
  ['gateway', 'alter role site_gateway superuser'],
  ['gateway', 'select from public.enrollments'],
  ['gateway', 'select from public.staff_log'],
  ['gateway', `insert into public.staff_log (staff, action) values ('x', 'retry')`],
  ['gateway', 'select payload from auth.audit_log_entries'],
  ['gateway', `update auth.audit_log_entries set payload = null`],
  ['gateway', `update gateway.signing_keys set created_at = now()`],
  ['gateway', 'select from gateway.schema_migrations'],
  ['gateway', 'select from supabase_migrations.schema_migrations'],
  ['gateway', 'select pg_read_file(pg_current_logfile())'],
  ['gateway', 'set role site_staff'],
  ['gateway', 'set role postgres'],
  ['staff', 'set role site_gateway'],
  ['staff', 'set role postgres'],
  ['staff', 'select from auth.users'],
  ['staff', 'select from gateway.signing_keys'],
  ['staff', 'select from public.enrollments'],
  ['staff', 'alter table public.staff_log disable trigger all'],
  ['staff', 'drop trigger refuse_change on public.staff_log'],
  ['staff', 'set session_replication_role = replica'],
  ['staff', `insert into public.staff_log (staff, action) values ('x', 'retry')`],
  ['staff', 'delete from public.staff_log'],
  ['staff', 'update supabase_migrations.schema_migrations set name = null'],
] as const)('the %s cannot: %s', async (purpose, statement) => {
  await expect(as(purpose, statement)).rejects.toThrow(/permission denied|must be owner|must be superuser|must have/)
})

test('a role that a connection has become can be left only for the login, which has no rights', async () => {
  for (const table of ['auth.users', 'public.enrollments', 'public.staff_log']) {
    await expect(as('gateway', `select from ${table}`, 'none')).rejects.toThrow('permission denied')
    await expect(as('staff', `select from ${table}`, 'none')).rejects.toThrow('permission denied')
  }
})

test('no statement and no log has a password, and the server keeps none in clear', async () => {
  const stored = (await ask('select rolpassword from pg_authid where rolname = any ($1)', [Object.values(names)])).flat()
  expect(stored).toEqual([expect.stringMatching(/^SCRAM-SHA-256\$4096:/), expect.stringMatching(/^SCRAM-SHA-256\$4096:/)])
  await owner.query(`do $$ begin execute format('alter database %I set log_statement = ''all''', current_database()); end $$`)
  await prepareLogins(testDatabase.url, noLog)
  await owner.query(`do $$ begin execute format('alter database %I reset log_statement', current_database()); end $$`)
  const log = String((await ask('select pg_read_file(pg_current_logfile())')).flat()[0])
  expect(log).toContain(`alter role "${names.gateway}" login`)
  for (const { url } of Object.values(logins)) expect(log).not.toContain(new URL(url).password)
})

test('each start agrees on the same passwords, which are neither the owner\'s nor each other\'s', async () => {
  const again = await prepareLogins(testDatabase.url, noLog)
  expect(again).toEqual(logins)
  const passwords = [testDatabase.url, logins.gateway.url, logins.staff.url].map((url) => new URL(url).password)
  expect(new Set(passwords).size).toBe(3)
})

test('concurrent starts of several gateways all succeed', async () => {
  const started = await Promise.all([1, 2, 3, 4].map(() => prepareLogins(testDatabase.url, noLog)))
  expect(started).toEqual([logins, logins, logins, logins])
})

test('a command finds its login by the owner\'s address, and by its own', async () => {
  expect(await findLogin(testDatabase.url, 'staff')).toEqual(logins.staff)
  expect(await findLogin(logins.staff.url, 'staff')).toEqual(logins.staff)
  expect(await findLogin(testDatabase.url, 'gateway')).toEqual(logins.gateway)
})

test('two databases of one server have logins of their own', async () => {
  const other = await createTestDatabase()
  const { gateway } = await prepareLogins(other.url, noLog)
  expect(new URL(gateway.url).username).not.toBe(names.gateway)
  await other.drop()
})

test('without logins, or without a password to derive theirs, a command takes the role with the login that it has', async () => {
  const other = await createTestDatabase()
  expect(await findLogin(other.url, 'staff')).toEqual({ url: other.url, role: 'site_staff' })
  await prepareLogins(other.url, noLog)
  // Somebody has changed the password by hand.
  await owner.query(`alter role site_staff_of_${new URL(other.url).pathname.slice(1)} password 'x'`)
  expect(await findLogin(other.url, 'staff')).toEqual({ url: other.url, role: 'site_staff' })
  await other.drop()
})
