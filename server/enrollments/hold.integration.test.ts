import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

let outbox: TestOutbox
beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())

test('the staff may hold deliveries and release them, and the log says who', async () => {
  const staff = openStaffTerminal(outbox.url)
  await outbox.save()
  expect(await staff.run('release --all')).toEqual({ exitCode: 1, output: '', faults: 'Nothing is held.' })
  expect(await staff.run('hold --all')).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Deliveries are held\./) })
  expect(await staff.run('hold --all')).toMatchObject({ exitCode: 1, faults: 'Deliveries are held already.' })
  expect((await staff.doctor()).output).toMatch(/^warning +Hold +nothing is sent since \d{4}-\d\d-\d\d \d\d:\d\d UTC, by hand: npm run enrollments -- release --all$/m)
  expect((await outbox.lease()).lease).toBeNull()
  // What waits on purpose is not what nobody sends.
  await outbox.query(`update deliveries set due_at = clock_timestamp() - interval '1 hour'`)
  expect((await staff.doctor()).output).toMatch(/^ok +Waiting /m)
  // By hand, so nobody else has sent it meanwhile.
  expect(await staff.run('release --all')).toEqual({ exitCode: 0, output: 'Released: 1 are sent, one after another.', faults: '' })
  expect((await outbox.lease()).lease).not.toBeNull()
  expect((await staff.doctor()).output).toMatch(/^ok +Hold +nothing is held$/m)
  expect(await outbox.query('select staff, action, enrollments from staff_log order by id')).toEqual([
    { staff: 'ruth', action: 'hold', enrollments: 1 },
    { staff: 'ruth', action: 'release', enrollments: 1 },
  ])
})

test('after a restore somebody has to say whether what waited may have been sent', async () => {
  const staff = openStaffTerminal(outbox.url)
  await outbox.query(`select hold_deliveries('restored')`)
  expect(await staff.run('release --all')).toMatchObject({ exitCode: 1, faults: expect.stringMatching(/^1 waited when the backup was made\. .*--all --review .*--all --send /s) })
  expect(await staff.run('release --all --review --send')).toMatchObject({ exitCode: 2, faults: expect.stringMatching(/^Option '--send' cannot be used with option '--review'\nSee: /) })
  await outbox.expireLeases()
  expect(await staff.run('release --all --send')).toMatchObject({ exitCode: 0 })
})
