import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareKeys } from '../../server/personal-details/prepare-keys.ts'
import { connectDatabase } from '../../server/postgres/database.ts'
import { migrate } from '../../server/postgres/migrate.ts'
import { type Caller, prepareCallers } from '../../tests/access/callers.ts'
import { ours, triesOfCatalogue } from '../../tests/access/catalogue.ts'
import { findMutants, type Mutant } from '../../tests/access/mutants.ts'
import { pageOf } from '../../tests/access/page.ts'
import { probes } from '../../tests/access/probes.ts'
import { compareDoors } from '../../tests/access/rest-answers.ts'
import { answerOf, readContract } from '../../tests/access/staff-functions.ts'
import { attempt, attemptFunction, type Try } from '../../tests/access/tries.ts'
import { createEmptyDatabase, type TestDatabase } from '../../tests/helpers/postgres.ts'
import { openRest, type TestRest } from '../../tests/helpers/rest.ts'

let folder: string
let database: TestDatabase
let client: Client
let callers: Caller[]
let tries: Try[]
/** Of each try, for each caller. */
let outcomes: string[][]

/** Supabase gives its roles every right to what the migrations create, until they take it away. */
const asOnSupabase = ['tables', 'functions', 'sequences'].map(
  (objects) => `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'access-'))
  database = await createEmptyDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  for (const statement of asOnSupabase) await client.query(statement)
  await migrate(database.url)
  await prepareKeys(database.url, path.join(folder, 'keys.env'), () => undefined)
  await client.query(attemptFunction)
  callers = await prepareCallers(client)
  tries = [...probes, ...(await triesOfCatalogue(client))]
  outcomes = await undone(() => attempt(client, callers, tries))
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Undoes everything. The service is an ordinary role meanwhile, as it may be elsewhere, so that its policies count. */
async function undone<Result>(work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await client.query('alter role service_role nobypassrls')
    return await work()
  } finally {
    await client.query('rollback')
  }
}

// After a change that is meant: npm test -- migrations/access --update, and read what has changed.
test('everybody may do what docs/access.md says, and nothing else', async () => {
  await expect(pageOf(callers, tries, outcomes)).toMatchFileSnapshot('../../docs/access.md')
})

const ask = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)

test('every exposed table has row-level security', async () => {
  const open = `select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
  expect(await ask(open)).toEqual([])
})

test('what runs as its owner finds nothing by the search path of its caller', async () => {
  const astray = `select oid::regprocedure::text as name from pg_proc
    where pronamespace::regnamespace::text ${ours} and prosecdef and not coalesce(proconfig, '{}') @> '{"search_path=\\"\\""}'`
  expect(await ask(astray)).toEqual([])
})

test('nobody is granted what the page does not try', async () => {
  const untried = `select concat_ws(' ', pg_class.oid::regclass, grantee::regrole, privilege_type) as name
    from pg_class, aclexplode(relacl)
    where relnamespace::regnamespace::text ${ours} and grantee <> relowner
      and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'USAGE')`
  expect(await ask(untried)).toEqual([])
})

/** Whether a try has another outcome without this right or protection. */
async function isNoticed(mutant: Mutant): Promise<boolean> {
  await client.query(`savepoint whole; ${mutant.statement}`)
  const isChanged = async (some: { place: number; each: Try }[]) => {
    const now = await attempt(client, callers, some.map(({ each }) => each));
    return some.some(({ place }, index) => now[index]?.join() !== outcomes[place]?.join())
  }
  try {
    for (const some of nearestFirst(mutant)) if (await isChanged(some)) return true
    return false
  } finally {
    await client.query('rollback to whole')
  }
}
/** All tries in growing portions, beginning with those that are most likely to notice. */
function nearestFirst({ about, column }: Mutant): { place: number; each: Try }[][] {
  const distance = (each: Try) => (each.about !== about ? 2 : 0) + (each.column !== column ? 1 : 0)
  const ordered = tries.map((each, place) => ({ each, place })).toSorted((one, next) => distance(one.each) - distance(next.each))
  const portions = []
  for (let size = 1; ordered.length > 0; size *= 4) portions.push(ordered.splice(0, size))
  return portions
}

test('no right and no protection is missing unnoticed', async () => {
  const mutants = await findMutants(client)
  expect(mutants.length).toBeGreaterThan(200)
  const survivors: string[] = []
  await undone(async () => {
    for (const mutant of mutants) if (!(await isNoticed(mutant))) survivors.push(mutant.name)
    // A try whose outcome changes by itself would notice everything.
    expect(await isNoticed({ name: 'nothing', about: '', statement: 'select' })).toBe(false)
  })
  expect(survivors).toEqual([])
}, 1_800_000)

const staffFunctions = () =>
  ask(`select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname like 'staff\\_%' order by proname`)

test('the functions of the staff are those of docs/desk-functions.md', async () => {
  expect(await staffFunctions()).toEqual((await readContract()).map(({ name }) => name))
})

test('the functions of the staff may be called by who is signed in and by the commands, and by nobody else', async () => {
  const granted = `select distinct coalesce(nullif(grantee, 0)::regrole::text, 'public') as name
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
    where pronamespace = 'public'::regnamespace and proname like 'staff\\_%' and grantee <> proowner`
  expect((await ask(granted)).toSorted()).toEqual(['authenticated', 'site_staff'])
})

const isStaff = ({ name }: Caller) => /staff|^lead|^idle/.test(name)

describe('by the REST interface', () => {
  let rest: TestRest

  beforeAll(async () => {
    rest = await openRest(connectDatabase(database.url, () => undefined))
  })
  afterAll(() => rest?.close())

  test('to whoever is none of the staff, their functions look like any that one may not call', async () => {
    const names = await staffFunctions()
    for (const { name, claims } of callers.filter((caller) => !isStaff(caller))) {
      if (!claims) continue
      const token = claims.role === 'anon' ? undefined : await rest.sign(claims)
      // One that is granted to others.
      const foreign = claims.role === 'service_role' ? 'own_account' : 'delivery_health'
      const { body, ...refusal } = await answerOf(rest, client, foreign, token)
      expect([401, 403]).toContain(refusal.status)
      for (const each of names) {
        const answer = await answerOf(rest, client, each, token)
        expect([name, each, answer]).toEqual([name, each, { ...refusal, body: body.replace(foreign, each) }])
      }
    }
  })

  async function tokenOf(name: string): Promise<string | undefined> {
    const claims = callers.find((each) => each.name === name)?.claims
    return claims && rest.sign(claims)
  }
  async function told(caller: string, name: string): Promise<string> {
    const { status, body } = await answerOf(rest, client, name, await tokenOf(caller))
    return status === 403 ? (/"message":"(.*)"/.exec(body)?.[1] ?? body) : 'may'
  }

  // Last, since these change what is stored.
  test('everybody may do the same', async () => {
    // The service first: it would see what others have added.
    for (const [index, caller] of [...callers.entries()].toReversed()) {
      if (!caller.claims) continue
      const token = await rest.sign(caller.claims)
      const own = outcomes.map((each) => each[index] ?? '')
      const { by, expected } = await compareDoors({ rest, client, caller, token }, tries, own)
      expect([caller.name, ...by]).toEqual([caller.name, ...expected])
    }
  })

  test('the staff are told why they may not', async () => {
    const contract = await readContract()
    for (const { name, who } of contract) {
      const denied = `permission denied for function ${name}`
      expect([name, await told('idle lead', name)]).toEqual([name, who === 'machine' ? denied : 'session_idle'])
      expect([name, await told('lead', name)]).toEqual([name, who === 'machine' ? denied : 'may'])
      expect([name, (await answerOf(rest, client, name, await tokenOf('staff aal1'))).body]).toEqual([name, expect.stringContaining('"insufficient_aal"')])
    }
    for (const { name, who } of contract.filter((each) => each.who === 'staff' || each.who === 'lead')) {
      expect([name, await told('staff aal2', name)]).toEqual([name, who === 'lead' ? 'not_a_lead' : 'may'])
    }
  })
})
