import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { prepareKeys } from '../../server/personal-details/prepare-keys.ts'
import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts'
import { migrate } from '../../server/postgres/migrate.ts'
import { describeBehaviour } from './behaviour.ts'
import { describeCatalogue } from './catalogue.ts'
import { changedSections } from './matrix.ts'
import { findMutants, type Mutant } from './mutants.ts'
import { type Caller, prepareSamples } from './samples.ts'

// npm run mutate: takes each right and protection of the migrations away, one at a time, in a database of its own, and tells
// which of them `supabase/migrations/access-matrix.md` would not miss. Ends with 1 if there is any.

const page = path.resolve(import.meta.dirname, '../../supabase/migrations/access-matrix.md')

/** What Supabase has before the migrations, without BYPASSRLS, so that the policies of the service count. */
const asOnSupabase = [
  ...['anon', 'authenticated', 'service_role'].map((role) => `create role ${role} nologin noinherit`),
  ...['tables', 'functions', 'sequences'].map(
    (objects) => `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
  ),
]

type Verdict = 'trying' | 'catalogue' | 'nobody'

/** Tries what the mutant concerns, every function and every probe; the page has the same sections where nothing is noticed. */
async function examine(client: Client, callers: Caller[], expected: string, mutant: Mutant): Promise<Verdict> {
  const isTried = (table: string) => mutant.tables !== undefined && table.startsWith(mutant.tables)
  await client.query('begin')
  try {
    await client.query(mutant.statement)
    if (changedSections(expected, await describeBehaviour(client, callers, isTried)).length > 0) return 'trying'
    return changedSections(expected, await describeCatalogue(client)).length > 0 ? 'catalogue' : 'nobody'
  } finally {
    await client.query('rollback')
  }
}

async function run(client: Client): Promise<number> {
  const callers = await prepareSamples(client)
  const expected = await readFile(page, 'utf8')
  const outdated = changedSections(expected, [...(await describeBehaviour(client, callers)), ...(await describeCatalogue(client))])
  if (outdated.length > 0) {
    console.error(`${page} is out of date: ${outdated.join(', ')}`)
    return 1
  }
  const verdicts: Record<Verdict, string[]> = { trying: [], catalogue: [], nobody: [] }
  const mutants = await findMutants(client)
  for (const mutant of mutants) verdicts[await examine(client, callers, expected, mutant)].push(mutant.name)
  console.log(`${mutants.length} rights and protections taken away: ${verdicts.trying.length} noticed by trying.`)
  for (const name of verdicts.catalogue) console.log(`  only the catalogue shows: ${name}`)
  for (const name of verdicts.nobody) console.error(`SURVIVED: ${name}`)
  return verdicts.nobody.length > 0 ? 1 : 0
}

const folder = await mkdtemp(path.join(tmpdir(), 'mutate-'))
// If this runs as root, PostgreSQL runs as another user, who has to traverse this folder.
await chmod(folder, 0o711)
const postgres = await startEmbeddedPostgres(folder, () => undefined)
try {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  for (const statement of asOnSupabase) await client.query(statement)
  await migrate(postgres.url)
  await prepareKeys(postgres.url, path.join(folder, 'keys/personal-details.env'), () => undefined)
  process.exitCode = await run(client)
  await client.end()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
