import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const adding = `insert into staff_log (staff, action) values ('ruth', 'retry')`
const asRole = (role: 'anon' | 'authenticated' | 'service_role', statement: string) =>
  outbox.database.transactionAs({ role }, (client) => client.query(statement))

test('the service adds to the log and reads it', async () => {
  await asRole('service_role', adding)
  expect((await asRole('service_role', 'select staff, action from staff_log')).rows).toContainEqual({
    staff: 'ruth',
    action: 'retry',
  })
})

test.each([
  `update staff_log set staff = 'somebody else'`,
  'delete from staff_log',
  'truncate staff_log',
  `set session_replication_role = replica; delete from staff_log`,
])('not even the owner can: %s', async (statement) => {
  await expect(outbox.query(statement)).rejects.toThrow('can only be added to')
})

test.each([`update staff_log set staff = 'x'`, 'delete from staff_log', 'truncate staff_log'])(
  'the service has no right to: %s',
  async (statement) => {
    await expect(asRole('service_role', statement)).rejects.toThrow('permission denied')
  },
)

test('clients neither read the log nor add to it', async () => {
  for (const role of ['anon', 'authenticated'] as const) {
    await expect(asRole(role, 'select from staff_log')).rejects.toThrow('permission denied')
    await expect(asRole(role, adding)).rejects.toThrow('permission denied')
  }
})
