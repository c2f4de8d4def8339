import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// Date of birth and SSN digits at rest (R-DETAILS-ENCRYPTED). What stays on the disk: tests/details-on-disk.integration.test.ts.

let outbox: TestOutbox
let ruth: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
  ruth = await addUser(outbox.database, 'ruth@example.com')
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const details = { date_of_birth: '1980-02-29', ssn_last_four: '0042' }
const others = { date_of_birth: '1990-01-01', ssn_last_four: '9999' }

const as = (role: 'authenticated' | 'service_role', text: string, values: unknown[] = []) =>
  outbox.database.transactionAs(role === 'authenticated' ? ruth.claims : { role }, (client) => client.query(text, values))

async function enroll(changes: object = {}): Promise<string> {
  const id = randomUUID()
  const { text, values } = insertOf({ ...validRow(ruth.id), id, ...changes })
  await as('authenticated', text, values)
  return id
}

/** The row without its ciphertext. */
const clearOf = async (id: string) =>
  (await outbox.query<{ clear: object }>(`select to_jsonb(enrollments) - 'personal_details' as clear from enrollments where id = $1`, [id]))[0]?.clear

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing failed',
    (error: unknown) => error,
  )

const prepare = (columns: object = {}) => outbox.save({ onboarding_completed: false, ...columns })

describe('what a client writes', () => {
  test('is stored as a ciphertext alone, which opens to what was written', async () => {
    const id = await enroll()
    expect(await outbox.detailsOf(id)).toEqual(details)
    const { id: _, ...columns } = { ...(await clearOf(id)), id }
    expect(columns).toMatchObject({ date_of_birth: null, ssn_last_four: null })
    expect(JSON.stringify(columns)).not.toMatch(/1980|"0042"/)
  })

  test('is encrypted anew each time, so that equal values look different', async () => {
    const query = `select count(distinct personal_details)::int as count from enrollments`
    await enroll()
    await enroll()
    expect(await outbox.query(query)).toEqual([{ count: 2 }])
  })

  test('replaces what was there, and a change of other columns keeps it', async () => {
    const id = await enroll()
    await as('authenticated', `update enrollments set city = 'Chicago' where id = $1`, [id])
    expect(await outbox.detailsOf(id)).toEqual(details)
    await as('authenticated', 'update enrollments set date_of_birth = $2, ssn_last_four = $3 where id = $1', [id, ...Object.values(others)])
    expect(await outbox.detailsOf(id)).toEqual(others)
  })

  test('opens in its own row only', async () => {
    const [id, other] = [await enroll(), await enroll(others)]
    await outbox.query(
      `update enrollments set personal_details = (select personal_details from enrollments where id = $2) where id = $1`,
      [id, other],
    )
    expect(await outbox.detailsOf(other)).toEqual(others)
    expect(await outbox.detailsOf(id)).toBeUndefined()
  })
})

describe('an insert that goes on as an update', () => {
  const conflicting = `on conflict (id) do update
    set city = excluded.city, date_of_birth = excluded.date_of_birth, ssn_last_four = excluded.ssn_last_four`
  const upsert = (...rows: object[]) =>
    outbox.query(
      `insert into enrollments select * from json_populate_recordset(null::enrollments, $1) ${conflicting}`,
      [JSON.stringify(rows.map((row) => ({ created_at: new Date(), updated_at: new Date(), ...validRow(ruth.id), ...row })))],
    )

  test('brings the details, each row its own, and marks them as given', async () => {
    const [one, two, fresh] = [await enroll(), await prepare(), randomUUID()]
    await upsert({ id: one, ...others }, { id: fresh }, { id: two, date_of_birth: '1970-03-03' })
    expect(await outbox.detailsOf(one)).toEqual(others)
    expect(await outbox.detailsOf(fresh)).toEqual(details)
    expect(await outbox.detailsOf(two)).toEqual({ ...details, date_of_birth: '1970-03-03' })
    expect(await outbox.deliveryOf(one)).toMatchObject({ version: 2 })
  })

  test('takes nothing over from another statement', async () => {
    const id = randomUUID()
    const clearing = outbox.database.transaction(async (client) => {
      await client.query(insertOf({ ...validRow(ruth.id), id }))
      await client.query('update enrollments set date_of_birth = null, ssn_last_four = null where id = $1', [id])
    })
    expect(await failure(clearing)).toMatchObject({ constraint: 'date_of_birth_is_required' })
  })

  test('refuses half of the details, and two nulls for a completed row', async () => {
    const id = await enroll()
    expect(await failure(upsert({ id, ssn_last_four: null }))).toMatchObject({ constraint: 'ssn_last_four_is_required' })
    expect(await failure(upsert({ id, date_of_birth: null, ssn_last_four: null }))).toMatchObject({
      constraint: 'date_of_birth_is_required',
    })
    expect(await outbox.detailsOf(id)).toEqual(details)
  })
})

describe('half of it is refused', () => {
  test.each([
    [{ date_of_birth: null }, 'date_of_birth_is_required'],
    [{ ssn_last_four: null }, 'ssn_last_four_is_required'],
    [{ date_of_birth: null, ssn_last_four: null }, 'date_of_birth_is_required'],
  ])('in a new row: %j', async (half, rule) => {
    expect(await failure(enroll(half))).toMatchObject({ code: '23514', constraint: rule })
  })

  test('in what the staff prepare', async () => {
    expect(await failure(prepare({ ssn_last_four: null }))).toMatchObject({ constraint: 'ssn_last_four_is_required' })
    expect(await failure(prepare({ date_of_birth: null }))).toMatchObject({ constraint: 'date_of_birth_is_required' })
  })

  test.each([
    [`ssn_last_four = '0042'`, 'date_of_birth_is_required'],
    [`date_of_birth = '1980-02-29'`, 'ssn_last_four_is_required'],
    [`date_of_birth = null`, 'date_of_birth_is_required'],
    [`date_of_birth = null, ssn_last_four = null`, 'date_of_birth_is_required'],
  ])('in a change: %s', async (assignment, rule) => {
    const id = await enroll()
    const changing = as('authenticated', `update enrollments set ${assignment} where id = $1`, [id])
    expect(await failure(changing)).toMatchObject({ code: '23514', constraint: rule })
    expect(await outbox.detailsOf(id)).toEqual(details)
  })
})

test('what the staff prepare may lack both, and may lose both again', async () => {
  expect(await outbox.detailsOf(await prepare({ date_of_birth: null, ssn_last_four: null }))).toBeUndefined()
  const id = await prepare()
  expect(await outbox.detailsOf(id)).toEqual({ date_of_birth: '1984-05-06', ssn_last_four: '4821' })
  await outbox.change(id, { date_of_birth: null, ssn_last_four: null })
  expect(await outbox.detailsOf(id)).toBeUndefined()
})

/** All that a client sees of a refused row, without the name of the rule. */
async function seen(changes: object) {
  const error = await failure(enroll(changes))
  if (!(error instanceof DatabaseError)) throw error
  const { code, severity, schema, table, column, dataType, detail, hint } = error
  const message = error.message.replace(error.constraint ?? '', 'RULE')
  return { code, severity, schema, table, column, dataType, detail, hint, message }
}

test('a broken rule reads as one of the table does', async () => {
  const ofTheTable = await seen({ zip_code: '1' })
  expect(ofTheTable.message).toBe('new row for relation "enrollments" violates check constraint "RULE"')
  for (const changes of [{ ssn_last_four: '42' }, { date_of_birth: '1899-12-31' }, { date_of_birth: '2999-01-01' }]) {
    expect(await seen(changes)).toEqual(ofTheTable)
  }
})

test('a row that the staff get wrong is quoted without it', async () => {
  const error = await failure(prepare({ state: 'XX' }))
  expect(error).toMatchObject({ constraint: 'state_is_one_of_the_50_states', detail: expect.stringContaining('Mary') })
  expect(error).toMatchObject({ detail: expect.not.stringMatching(/1984|4821/) })
})

test('a restored row keeps its ciphertext', async () => {
  const id = await enroll()
  await outbox.query('create temporary table dump as select * from enrollments')
  await outbox.clear()
  await outbox.query('insert into enrollments select * from dump')
  expect(await outbox.detailsOf(id)).toEqual(details)
  await outbox.query('drop table dump')
})

test('without the trigger nothing readable is stored', async () => {
  const storing = outbox.database.transaction(async (client) => {
    await client.query('alter table enrollments disable trigger encrypt_personal_details')
    await client.query(insertOf({ ...details }))
  })
  expect(await failure(storing)).toMatchObject({ constraint: 'personal_details_are_encrypted' })
})

describe('without a key', () => {
  const giveUpAll = 'update private.personal_details_keys set lost_at ='

  test('nothing is saved, and the answer says so without a word for insiders', async () => {
    await outbox.query(`${giveUpAll} now()`)
    expect(await failure(enroll())).toMatchObject({
      code: '55000',
      message: 'Enrollments cannot be saved at the moment. Please try again later.',
      hint: expect.stringContaining('npm run keys'),
    })
    expect(await outbox.query('select from enrollments')).toEqual([])
    await outbox.query(`${giveUpAll} null`)
  })

  test('what holds no details is saved, as before', async () => {
    await outbox.query(`${giveUpAll} now()`)
    expect(await prepare({ date_of_birth: null, ssn_last_four: null })).toMatch(/^[0-9a-f-]{36}$/)
    await outbox.query(`${giveUpAll} null`)
  })
})

describe('beyond the owner of the database', () => {
  test.each(['anon', 'authenticated', 'service_role'] as const)('%s reaches no key and no function that encrypts', async (role) => {
    for (const statement of [
      'select from private.personal_details_keys',
      `insert into private.personal_details_keys (fingerprint, public_key) values ('${'0'.repeat(40)}', '')`,
      'update private.personal_details_keys set lost_at = now()',
      `select private.encrypt('x', '')`,
      `select extensions.pgp_pub_encrypt('x', '')`,
    ]) {
      const trying = outbox.database.transactionAs({ role }, (client) => client.query(statement))
      await expect(trying).rejects.toThrow('permission denied')
    }
  })

  test('a client neither reads nor writes what is stored', async () => {
    const id = await enroll()
    for (const column of ['personal_details', 'personal_details_key', 'personal_details_given_at']) {
      for (const statement of [
        `select ${column} from enrollments`,
        `update enrollments set ${column} = null where id = '${id}'`,
        `insert into enrollments (user_id, ${column}) values ('${ruth.id}', null)`,
      ]) {
        await expect(as('authenticated', statement)).rejects.toThrow('permission denied')
      }
    }
    await expect(as('authenticated', 'select personal_details_keys()')).rejects.toThrow('permission denied')
    expect((await as('service_role', 'select personal_details_keys()')).rowCount).toBe(1)
  })
})
