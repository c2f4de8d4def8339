import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addUser } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// What the staff see of requests for deletion, and how they settle them.

let outbox: TestOutbox
let terminal: StaffTerminal

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  await outbox.clear()
  await outbox.query('truncate deletion_requests')
})

/** A client with one enrollment who asks for deletion. */
async function asking() {
  const email = `naomi.${randomUUID()}@example.com`
  const { id } = await addUser(outbox.database, email)
  const enrollment = await outbox.save({ user_id: id })
  const [request] = await outbox.query<{ no: string }>('insert into deletion_requests (user_id) values ($1) returning id as no', [id])
  return { email, id, enrollment, no: request?.no ?? '' }
}

const left = async ({ id, enrollment }: { id: string; enrollment: string }) => ({
  accounts: (await outbox.query('select from auth.users where id = $1', [id])).length,
  enrollments: (await outbox.query('select from enrollments where id = $1', [enrollment])).length,
})

const lastEntry = () => outbox.query('select staff, action, enrollments, account_id from staff_log order by id desc limit 1')

test('a request is listed with a masked address, named in the list and beside the enrollment', async () => {
  const client = await asking()
  const { output } = await terminal.run('requests')
  expect(output).toMatch(new RegExp(`^${client.no} +\\S+ +n•••@example.com +${client.enrollment.slice(0, 8)}`, 'm'))
  expect(output).not.toContain(client.email)
  expect((await terminal.run('list')).output).toContain('One client asks for deletion: npm run enrollments -- requests')
  expect((await terminal.run(`show ${client.enrollment}`)).output).toContain('the client asked for it on')
})

test('while nobody asks, nothing is said of it', async () => {
  await outbox.save()
  expect((await terminal.run('requests')).output).toBe('Nobody asks for deletion.')
  expect((await terminal.run('list')).output).not.toContain('deletion')
  expect((await terminal.run('list --json')).output).not.toContain('deletion')
})

test('the whole address is shown on purpose, and recorded', async () => {
  const client = await asking()
  expect((await terminal.run('requests --reveal')).faults).toContain('no terminal')
  expect((await terminal.run('requests --reveal', 'reveal')).output).toContain(client.email)
  expect(await lastEntry()).toEqual([{ staff: 'ruth', action: 'find-account', enrollments: 1, account_id: client.id }])
})

test('settled as deleted, account and enrollments are gone, after a question', async () => {
  const client = await asking()
  expect((await terminal.run(`settle ${client.no} --deleted`, 'no')).faults).toBe('Nothing was done.')
  expect(await left(client)).toEqual({ accounts: 1, enrollments: 1 })
  const { exitCode, output } = await terminal.run(`settle ${client.no} --deleted`, client.no)
  expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining('Deleted: the account and one enrollment.') })
  // By it the proof of what was agreed to is found.
  expect(output).toContain(client.enrollment)
  expect(await left(client)).toEqual({ accounts: 0, enrollments: 0 })
  expect(await lastEntry()).toEqual([{ staff: 'ruth', action: 'delete-account', enrollments: 1, account_id: client.id }])
  expect((await terminal.run(`settle ${client.no} --deleted --yes`)).faults).toContain('no open request')
})

test('settled as kept, nothing is deleted', async () => {
  const client = await asking()
  expect((await terminal.run(`settle ${client.no} --kept`)).exitCode).toBe(0)
  expect(await left(client)).toEqual({ accounts: 1, enrollments: 1 })
  expect(await lastEntry()).toEqual([{ staff: 'ruth', action: 'keep-account', enrollments: 0, account_id: client.id }])
  expect((await terminal.run('requests')).output).toBe('Nobody asks for deletion.')
})

test('what is being delivered is not deleted', async () => {
  const client = await asking()
  await outbox.leased({ enrollmentId: client.enrollment })
  expect((await terminal.run(`settle ${client.no} --deleted --yes`)).faults).toContain('being sent at this moment')
  expect(await left(client)).toEqual({ accounts: 1, enrollments: 1 })
})

test.each([
  ['settle', "Missing required argument 'no'"],
  ['settle x --kept', 'It is a number from 1'],
  ['settle 1', 'Say --deleted or --kept.'],
  ['settle 1 --deleted --kept', 'Say --deleted or --kept.'],
  ['settle 999 --kept', 'There is no open request of that number.'],
])('%s is not enough', async (line, fault) => {
  expect((await terminal.run(line)).faults).toContain(fault)
})
