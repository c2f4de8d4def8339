import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, machine } from '../../tests/helpers/desk-staff.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'

let outbox: TestOutbox

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

const adding = `insert into staff_log (staff, action) values ('ruth', 'retry')`
const asRole = (role: 'anon' | 'authenticated' | 'service_role' | 'site_staff', statement: string) =>
  outbox.database.transaction(async (client) => {
    await client.query(`set local role ${role}`)
    return client.query(statement)
  })

test('the functions of the staff add to the log, and the service reads it', async () => {
  await callAs(outbox.database, machine, 'staff_note', { p_id: await outbox.save(), p_text: 'Called back.' })
  expect((await asRole('service_role', 'select staff, action, login from staff_log')).rows).toContainEqual({
    staff: machine.staff_name,
    action: 'note',
    login: 'postgres',
  })
})

test('even the owner numbers, dates and signs no entry', async () => {
  const forged = `insert into staff_log (id, at, staff, login, action, hash)
    values (77, '2001-01-01', 'ruth', 'nobody', 'retry', 'x') returning id, at > now() - interval '1 day' as fresh, login, hash`
  expect(await outbox.query(forged)).toEqual([
    { id: expect.not.stringMatching('77'), fresh: true, login: 'postgres', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

test.each([
  `update staff_log set staff = 'somebody else'`,
  'delete from staff_log',
  'truncate staff_log',
  `set session_replication_role = replica; delete from staff_log`,
])('not even the owner can: %s', async (statement) => {
  await expect(outbox.query(statement)).rejects.toThrow('can only be added to')
})

test.each([
  `update staff_log set staff = 'x'`,
  'delete from staff_log',
  'truncate staff_log',
  `update staff_log_head set entries = 0`,
  'delete from staff_log_head',
  'alter table staff_log disable trigger all',
])('neither the commands nor the service have the right to: %s', async (statement) => {
  for (const role of ['site_staff', 'service_role'] as const) {
    await expect(asRole(role, statement)).rejects.toThrow(/permission denied|must be owner/)
  }
})

test('the commands read and write nothing there by themselves, and the service adds nothing', async () => {
  await expect(asRole('site_staff', adding)).rejects.toThrow('permission denied')
  await expect(asRole('site_staff', 'select from staff_log')).rejects.toThrow('permission denied')
  await expect(asRole('site_staff', 'select from enrollments')).rejects.toThrow('permission denied')
  await expect(asRole('service_role', adding)).rejects.toThrow('permission denied')
})

test('clients neither read the log nor add to it', async () => {
  for (const role of ['anon', 'authenticated'] as const) {
    await expect(asRole(role, 'select from staff_log')).rejects.toThrow('permission denied')
    await expect(asRole(role, adding)).rejects.toThrow('permission denied')
  }
})
