import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setQuotas, type Quotas } from '../../server/quotas.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { noQuotas } from '../../tests/helpers/no-limits.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

// R-QUOTAS as the database decides it.

let outbox: TestOutbox
let ruth: TestUser

beforeAll(async () => {
  outbox = await openOutbox()
})
beforeEach(async () => {
  await outbox.query('truncate enrollments cascade')
  await outbox.query('truncate private.quota_use')
  ruth = await addUser(outbox.database, `${randomUUID()}@example.com`)
})
afterAll(() => outbox?.close())

const only = (quotas: Quotas) => setQuotas(outbox.database, { ...noQuotas, ...quotas })

const enroll = (user: TestUser, address?: string) => {
  const { text, values } = insertOf({ id: randomUUID(), ...validRow(user.id) })
  const work = (client: { query(text: string, values: unknown[]): Promise<unknown> }) => client.query(text, values)
  return outbox.database.transactionAs(user.claims, work, from(address))
}

const from = (address?: string): Record<string, string> => (address ? { 'cf-connecting-ip': address } : {})

const change = (user: TestUser) => asClient(user, `update enrollments set city = 'Chicago'`)

const asClient = (user: TestUser, text: string, values: unknown[] = []) =>
  outbox.database.transactionAs(user.claims, (client) => client.query(text, values))

/** Several rows in one request, as PostgREST inserts them. */
function enrollAll(user: TestUser, count: number) {
  const row = validRow(user.id)
  const columns = Object.keys(row).join(', ')
  const rows = JSON.stringify(times(count, () => row))
  return asClient(user, `insert into enrollments (${columns}) select ${columns} from json_populate_recordset(null::enrollments, $1)`, [rows])
}

/** How often each answer was given. */
async function answers(requests: Promise<unknown>[]): Promise<Record<string, number>> {
  const told = await Promise.all(requests.map((request) => request.then(() => 'done', told429)))
  return Object.fromEntries([...Map.groupBy(told, (answer) => answer)].map(([answer, all]) => [answer, all.length]))
}

function told429(error: unknown): string {
  if (!(error instanceof DatabaseError) || error.code !== 'PGRST') throw error
  const { code, message } = JSON.parse(error.message)
  expect([code, JSON.parse(error.detail ?? '').status]).toEqual(['over_request_rate_limit', 429])
  return message
}

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, index) => make(index))
const states = async () => {
  const rows = await outbox.query<{ state: string }>(`select concat_ws(' ', state, reason) as state from deliveries order by 1`)
  return rows.map(({ state }) => state)
}
const countRows = async () => (await outbox.query<{ count: string }>('select count(*) from enrollments'))[0]?.count

const tooMuch = 'Too much was sent within an hour. Please try again later.'
const tooOpen = (count: number) => `An account can have ${count} open enrollments at most. Please contact us.`

test('the figures are those of the rule', async () => {
  await setQuotas(outbox.database, {})
  expect(await outbox.query('select * from private.quotas')).toEqual([
    {
      only_row: true,
      rows_per_request: 10,
      rows_per_account_hour: 30,
      rows_per_network_hour: 120,
      open_enrollments_per_account: 5,
      deliveries_per_account_hour: 10,
      network_header: 'cf-connecting-ip',
    },
  ])
})

describe('rows of one request', () => {
  test('as many as allowed are stored, one more stores none', async () => {
    await only({ rows_per_request: 3 })
    expect(await answers([enrollAll(ruth, 3)])).toEqual({ done: 1 })
    expect(await answers([enrollAll(ruth, 4)])).toEqual({ 'At most 3 enrollments can be sent at once.': 1 })
    expect(await countRows()).toBe('3')
  })

  test('requests are counted one by one', async () => {
    await only({ rows_per_request: 1 })
    await enroll(ruth)
    await enroll(ruth)
    expect(await countRows()).toBe('2')
  })
})

describe('open enrollments of an account', () => {
  test('a burst of requests leaves no more than allowed', async () => {
    await only({ open_enrollments_per_account: 5 })
    expect(await answers(times(40, () => enroll(ruth)))).toEqual({ done: 5, [tooOpen(5)]: 35 })
    expect(await countRows()).toBe('5')
  })

  test('a cancelled one makes room; own ones can be changed all the while', async () => {
    await only({ open_enrollments_per_account: 2 })
    await enroll(ruth)
    await enroll(ruth)
    await change(ruth)
    await outbox.query(`update deliveries set state = 'cancelled' where enrollment_id = (select min(id::text)::uuid from enrollments)`)
    expect(await answers([enroll(ruth)])).toEqual({ done: 1 })
    expect(await answers([enroll(ruth)])).toEqual({ [tooOpen(2)]: 1 })
  })

  test('claiming a prepared one counts, too', async () => {
    await only({ open_enrollments_per_account: 1 })
    await enroll(ruth)
    const [prepared] = await outbox.query('insert into enrollments (customer_email) values ($1) returning id', [ruth.claims.email])
    const row = validRow(ruth.id)
    const assignments = Object.keys(row).map((column, index) => `${column} = $${index + 2}`)
    const claim = `update enrollments set ${assignments.join(', ')} where id = $1`
    expect(await answers([asClient(ruth, claim, [prepared?.id, ...Object.values(row)])])).toEqual({ [tooOpen(1)]: 1 })
  })

  test('the staff may prepare more', async () => {
    await only({ open_enrollments_per_account: 1, rows_per_request: 1, rows_per_account_hour: 1 })
    const rows = 'insert into enrollments (user_id) select $1 from generate_series(1, 20)'
    await outbox.database.transactionAs({ role: 'service_role' }, (client) => client.query(rows, [ruth.id]))
    expect(await countRows()).toBe('20')
  })
})

describe('rows within an hour', () => {
  test('a burst of one account is stopped at its quota, and says when to come back', async () => {
    await only({ rows_per_account_hour: 6 })
    expect(await answers(times(30, () => enroll(ruth)))).toEqual({ done: 6, [tooMuch]: 24 })
    const error: unknown = await enroll(ruth).catch((fault: unknown) => fault)
    const { headers } = JSON.parse(error instanceof DatabaseError ? (error.detail ?? '') : '')
    // One of six becomes free every ten minutes.
    expect(Number(headers['Retry-After'])).toBeGreaterThan(9 * 60)
    expect(Number(headers['Retry-After'])).toBeLessThanOrEqual(10 * 60)
  })

  test('changes count as well', async () => {
    await only({ rows_per_account_hour: 3 })
    await enroll(ruth)
    await change(ruth)
    await change(ruth)
    expect(await answers([change(ruth)])).toEqual({ [tooMuch]: 1 })
  })

  test('more at once than an hour allows is refused, too', async () => {
    await only({ rows_per_account_hour: 1 })
    expect(await answers([enrollAll(ruth, 2)])).toEqual({ [tooMuch]: 1 })
    expect(await answers([enrollAll(ruth, 1)])).toEqual({ done: 1 })
  })

  test('many accounts of one network share its quota, and those of another one are not concerned', async () => {
    await only({ rows_per_network_hour: 4 })
    const users = await Promise.all(times(12, () => addUser(outbox.database, `${randomUUID()}@example.com`)))
    expect(await answers(users.map((user) => enroll(user, '192.0.2.1')))).toEqual({ done: 4, [tooMuch]: 8 })
    expect(await answers([enroll(ruth, '192.0.2.2')])).toEqual({ done: 1 })
  })

  test('a network of IPv6 is a /64', async () => {
    await only({ rows_per_network_hour: 1 })
    expect(await answers([enroll(ruth, '2001:db8:1:2::1')])).toEqual({ done: 1 })
    expect(await answers([enroll(ruth, '2001:db8:1:2:3::9')])).toEqual({ [tooMuch]: 1 })
    expect(await answers([enroll(ruth, '2001:db8:1:3::1')])).toEqual({ done: 1 })
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', undefined, 'unknown'])('%s is no network', async (address) => {
    await only({ rows_per_network_hour: 1 })
    expect(await answers([enroll(ruth, address)])).toEqual({ done: 1 })
    expect(await answers([enroll(ruth, address)])).toEqual({ done: 1 })
  })

  test('what is whole again is forgotten', async () => {
    await only({ rows_per_account_hour: 1000 })
    await outbox.query(`insert into private.quota_use select sha256(i::text::bytea), now() - interval '1 s' from generate_series(1, 500) i`)
    const others = async () => (await outbox.query(`select from private.quota_use where whole_at < now()`)).length
    // One in a hundred does it.
    for (let turn = 0; turn < 3000 && (await others()) > 0; turn += 100) {
      await outbox.query(`select private.take_quota('x', 1, 100000) from generate_series(1, 100)`)
    }
    expect(await others()).toBe(0)
  })
})

describe('deliveries of an account within an hour', () => {
  test('what is beyond is held for a person, and the rest is sent', async () => {
    await only({ deliveries_per_account_hour: 2 })
    await Promise.all(times(4, () => enroll(ruth)))
    const held = 'needs_review too-many-deliveries'
    expect(await states()).toEqual([held, held, 'queued', 'queued'])
    await outbox.query('update deliveries set due_at = clock_timestamp()')
    for (let turn = 0; turn < 2; turn += 1) await outbox.finish(await outbox.leased(), { outcome: 'accepted' })
    expect(await outbox.lease()).toMatchObject({ state: null, lease: null })
    expect(await states()).toEqual(['delivered', 'delivered', held, held])
  })

  test('a change of what was delivered counts, a change of what still waits does not', async () => {
    await only({ deliveries_per_account_hour: 2 })
    await enroll(ruth)
    await change(ruth)
    expect(await states()).toEqual(['queued'])
    for (const expected of ['queued', 'needs_review too-many-deliveries']) {
      await outbox.query(`update deliveries set state = 'delivered', delivered_version = version`)
      await asClient(ruth, 'update enrollments set city = $1', [randomUUID()])
      expect(await states()).toEqual([expected])
    }
  })

  test('what the staff save for a client is not counted', async () => {
    await only({ deliveries_per_account_hour: 1 })
    for (let turn = 0; turn < 3; turn += 1) await outbox.save({ user_id: ruth.id })
    expect(await states()).toEqual(['queued', 'queued', 'queued'])
  })
})

test('clients neither read nor change quotas', async () => {
  for (const role of ['anon', 'authenticated'] as const) {
    for (const statement of [
      'select from private.quotas',
      'select from private.quota_use',
      `select private.take_quota('x', 1, 1)`,
      `select set_quotas('{}')`,
    ]) {
      const trying = outbox.database.transactionAs({ role }, (client) => client.query(statement))
      await expect(trying).rejects.toThrow('permission denied')
    }
  }
})
