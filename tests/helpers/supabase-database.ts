import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts'

export interface SupabaseDatabase {
  /** As the login `postgres` is on Supabase: no superuser, and not the owner of the schema auth. */
  url: string
  /** As the real superuser, for the test itself. */
  superuserUrl: string
  close(): Promise<void>
}

const baseline = path.resolve(import.meta.dirname, '../../server/postgres/baseline')
const authFiles = ['00000000000002_auth_users', '00000000000003_auth_sessions', '00000000000004_auth_claims', '00000000000010_recovery_codes']

/**
 * A database with the roles, owners and rights that the project's migrations find on Supabase, in a cluster of its own: the
 * name of one of those roles is how Supabase is known.
 */
export async function openSupabaseDatabase(): Promise<SupabaseDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'supabase-'))
  // If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres(folder)
  const superuserUrl = Object.assign(new URL(postgres.url), { pathname: 'project' }).href
  await withClient(postgres.url, async (client) => {
    await client.query(`create role project login createrole createdb bypassrls password 'x'`)
    await client.query('create database project owner project')
  })
  await withClient(superuserUrl, async (client) => {
    await client.query(roles)
    await client.query('set role supabase_auth_admin')
    for (const name of authFiles) await client.query(await readFile(path.join(baseline, `${name}.sql`), 'utf8'))
    await client.query(ofSupabaseAlone)
    await client.query('reset role')
    await client.query(extensions)
  })
  const url = Object.assign(new URL(superuserUrl), { username: 'project', password: 'x' }).href
  return {
    url,
    superuserUrl,
    close: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const roles = `
  create role supabase_admin superuser nologin;
  create role supabase_auth_admin noinherit createrole nologin;
  create role anon nologin noinherit; create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  grant anon, authenticated, service_role to project with admin option;
  grant create on database project to supabase_auth_admin;
  alter default privileges for role project in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role project in schema public grant all on sequences to anon, authenticated, service_role;
  grant usage on schema public to anon, authenticated, service_role;`

const ofSupabaseAlone = `
  create table auth.schema_migrations (version varchar(255) primary key);
  insert into auth.schema_migrations values ('20171026211738'), ('20250804100000');
  create table auth.sso_providers (id uuid primary key);
  alter table auth.sso_providers enable row level security;
  alter table auth.sessions add column of_a_newer_version text;
  grant all on schema auth to project;
  grant all on all tables in schema auth to project;
  grant all on all sequences in schema auth to project;
  grant all on all routines in schema auth to project;`

const extensions = `
  create schema extensions;
  create extension pgcrypto with schema extensions;
  grant usage on schema extensions to project, anon, authenticated, service_role;`

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
