import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '../../server/postgres/database.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { type OpenDatabase, openTestDatabase } from '../../tests/helpers/postgres.ts'

let database: OpenDatabase
let ruth: TestUser
let boaz: TestUser

const service: Claims = { role: 'service_role' }
const visitor: Claims = { role: 'anon' }

beforeAll(async () => {
  database = await openTestDatabase()
  ruth = await addUser(database, 'ruth@example.com')
  boaz = await addUser(database, 'boaz@example.com')
})

afterAll(() => database.close())

const run = (claims: Claims, text: string, values: unknown[] = []) =>
  database.transactionAs(claims, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

async function insert(claims: Claims, row: Record<string, unknown>): Promise<string> {
  const { text, values } = insertOf(row)
  const [stored] = await run(claims, `${text} returning id`, values)
  return String(stored?.id)
}

const enroll = (user = ruth) => insert(user.claims, validRow(user.id))
const update = (claims: Claims, id: string, assignment: string) =>
  run(claims, `update enrollments set ${assignment} where id = $1 returning id`, [id])
const stored = async (id: string) => (await run(service, 'select * from enrollments where id = $1', [id]))[0]

const denied = { code: '42501', message: expect.stringMatching(/^permission denied for/) }
const foreign = { code: '42501', message: expect.stringMatching(/row-level security/) }

describe('a client', () => {
  test('adds an enrollment and reads its id', async () => {
    expect(await stored(await enroll())).toMatchObject({ user_id: ruth.id, customer_name: 'Ruth Example' })
  })

  test('changes the own enrollment and reads its id', async () => {
    const id = await enroll()
    expect(await update(ruth.claims, id, `city = 'Chicago'`)).toEqual([{ id }])
    expect(await stored(id)).toMatchObject({ city: 'Chicago' })
  })

  test('cannot add an enrollment for another user or for nobody', async () => {
    await expect(insert(ruth.claims, validRow(boaz.id))).rejects.toMatchObject(foreign)
    await expect(insert(ruth.claims, { ...validRow(ruth.id), user_id: null })).rejects.toMatchObject(foreign)
  })

  test('cannot find, change or remove what another user owns', async () => {
    const id = await enroll(ruth)
    expect(await run(boaz.claims, 'select id from enrollments where id = $1', [id])).toEqual([])
    expect(await update(boaz.claims, id, `city = 'Chicago'`)).toEqual([])
    expect(await update(boaz.claims, id, `user_id = '${boaz.id}'`)).toEqual([])
    // Without a condition nothing has to be readable, so only the right to change decides.
    await run(boaz.claims, `update enrollments set user_id = $1, city = 'Chicago'`, [boaz.id])
    await expect(run(boaz.claims, 'delete from enrollments where id = $1', [id])).rejects.toMatchObject(denied)
    expect(await stored(id)).toMatchObject({ user_id: ruth.id, city: 'Springfield' })
  })

  test('cannot remove the own enrollment, give it away or let it go', async () => {
    const id = await enroll()
    await expect(run(ruth.claims, 'delete from enrollments where id = $1', [id])).rejects.toMatchObject(denied)
    await expect(update(ruth.claims, id, `user_id = '${boaz.id}'`)).rejects.toMatchObject(foreign)
    await expect(update(ruth.claims, id, 'user_id = null')).rejects.toMatchObject(foreign)
  })

  test('reads back no column but the id', async () => {
    const id = await enroll()
    const columns = Object.keys((await stored(id)) ?? {}).filter((column) => column !== 'id')
    expect(columns).toEqual(expect.arrayContaining(['ssn_last_four', 'date_of_birth', 'payment_reference']))
    for (const column of columns) {
      const ways = [
        `select ${column} from enrollments`,
        `select id from enrollments where ${column} is not null`,
        `update enrollments set notes = 'x' where id = '${id}' returning ${column}`,
        `update enrollments set notes = ${column}::text where id = '${id}'`,
      ]
      for (const way of ways) await expect(run(ruth.claims, way)).rejects.toMatchObject(denied)
    }
  })

  test.each(['created_at', 'updated_at', 'payment_verified_at', 'payment_source', 'payment_reference'])(
    'cannot write %s',
    async (column) => {
      const id = await enroll()
      await expect(update(ruth.claims, id, `${column} = null`)).rejects.toMatchObject(denied)
      await expect(insert(ruth.claims, { ...validRow(ruth.id), [column]: null })).rejects.toMatchObject(denied)
    },
  )
})

test('a client keeps no half enrollment, neither a new one nor one that was whole', async () => {
  await expect(insert(ruth.claims, { user_id: ruth.id })).rejects.toMatchObject(foreign)
  const half = { ...validRow(ruth.id), onboarding_completed: false }
  await expect(insert(ruth.claims, half)).rejects.toMatchObject(foreign)
  await expect(update(ruth.claims, await enroll(), 'onboarding_completed = false')).rejects.toMatchObject(foreign)
})

test('a visitor may do nothing', async () => {
  for (const statement of [
    'select id from enrollments',
    `insert into enrollments (city) values ('Chicago')`,
    `update enrollments set city = 'Chicago'`,
    'delete from enrollments',
    'truncate enrollments',
  ]) {
    await expect(run(visitor, statement)).rejects.toMatchObject(denied)
  }
})

describe('the sign-in tables', () => {
  test.each([visitor, { role: 'authenticated' } as const, service])('show nothing to $role', async (claims) => {
    const tables = await database.transaction((client) =>
      client.query<{ name: string }>(`select relname as name from pg_class
        where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1`),
    )
    expect(tables.rows.length).toBeGreaterThanOrEqual(10)
    for (const { name } of tables.rows) {
      await expect(run(claims, `select from auth.${name}`)).rejects.toMatchObject(denied)
    }
    await expect(run(claims, 'create table public.mine ()')).rejects.toMatchObject(denied)
    for (const question of ['private.confirmed_email()', 'private.caller_fault()']) {
      await expect(run(claims, `select ${question}`)).rejects.toMatchObject(denied)
    }
  })

  test('say who is calling', async () => {
    const question = 'select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt'
    const { sub, ...others } = ruth.claims
    expect(await run(ruth.claims, question)).toEqual([
      { uid: sub, role: 'authenticated', email: 'ruth@example.com', jwt: { sub, ...others } },
    ])
    expect(await run(visitor, question)).toEqual([{ uid: null, role: 'anon', email: null, jwt: { role: 'anon' } }])
  })
})

test('an account may go, the record stays with the staff', async () => {
  const leaving = await addUser(database, 'leaving@example.com')
  const id = await enroll(leaving)
  await database.transaction((client) => client.query('delete from auth.users where id = $1', [leaving.id]))
  expect(await stored(id)).toMatchObject({ user_id: null, customer_name: 'Ruth Example' })
})

test('a change is dated', async () => {
  const id = await enroll()
  const dated = () => run(service, 'select updated_at > created_at as changed from enrollments where id = $1', [id])
  expect(await dated()).toEqual([{ changed: false }])
  await update(ruth.claims, id, `city = 'Chicago'`)
  expect(await dated()).toEqual([{ changed: true }])
})
