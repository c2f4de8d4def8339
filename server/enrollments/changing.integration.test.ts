import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { capitalized } from '../../content/format.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// The commands that change something: retry, resolve, cancel, delete, purge.

const details = capitalized(sensitiveDetails)
let outbox: TestOutbox
let terminal: StaffTerminal

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const recorded = (id: string) =>
  outbox.query('select staff, action from staff_log where enrollment_id = $1 order by id', [id])

async function finished(outcome: Parameters<TestOutbox['finish']>[1]): Promise<string> {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased({ enrollmentId: id }), outcome)
  return id
}

const rejected = () => finished({ outcome: 'rejected', reason: 'error-message' })
const unclear = () => finished({ outcome: 'ambiguous', reason: 'empty-body' })

test('what was rejected is sent again without a question', async () => {
  const id = await rejected()
  expect(await terminal.run(`retry ${id}`)).toMatchObject({ exitCode: 0, faults: '' })
  expect(await outbox.deliveryOf(id)).toEqual({ state: 'queued', reason: null, version: 1, attempts: 0 })
  expect((await outbox.lease()).lease?.enrollment.id).toBe(id)
  expect(await recorded(id)).toEqual([{ staff: 'ruth', action: 'retry' }])
})

test('what may be there already is sent again only on purpose', async () => {
  const id = await unclear()
  expect((await terminal.run(`retry ${id}`)).faults).toContain('no terminal')
  expect((await terminal.run(`retry ${id}`, 'no')).faults).toBe('Nothing was done.')
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review' })
  expect(await recorded(id)).toEqual([])
  const { exitCode, output } = await terminal.run(`retry ${id}`, id.slice(0, 8))
  expect([exitCode, output]).toEqual([0, expect.stringContaining('would then be there twice')])
  expect((await outbox.lease()).lease?.enrollment.id).toBe(id)
})

test('the web form sends an edited client again where a person retries it', async () => {
  const id = await finished({ outcome: 'accepted' })
  await outbox.change(id, { city: 'Columbus' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  await outbox.lease()
  expect(await outbox.deliveryOf(id)).toMatchObject({ reason: 'edited-after-delivery' })
  expect((await terminal.run(`retry ${id} --yes`)).exitCode).toBe(0)
  expect((await outbox.lease()).lease?.enrollment).toMatchObject({ id, city: 'Columbus' })
})

test('resolve makes it delivered, so that an edit afterwards is for a person again', async () => {
  const id = await unclear()
  expect((await terminal.run(`resolve ${id}`)).exitCode).toBe(0)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', reason: 'resolved' })
  await outbox.change(id, { city: 'Columbus' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  expect(await outbox.lease()).toMatchObject({ state: 'needs_review', lease: null })
  expect(await recorded(id)).toEqual([{ staff: 'ruth', action: 'resolve' }])
})

test('resolve does not call an edit delivered that was never sent: the second one, after it was said, does', async () => {
  const id = await unclear()
  await outbox.change(id, { city: 'Columbus' })
  expect((await terminal.run(`show ${id}`)).output).toContain('The last change has not been sent.')
  const first = await terminal.run(`resolve ${id}`)
  expect([first.exitCode, first.output]).toEqual([0, expect.stringContaining('Correct the client there by hand')])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'needs_review', reason: 'edited-after-delivery' })
  const versions = 'select version, delivered_version from deliveries where enrollment_id = $1'
  expect(await outbox.query(versions, [id])).toEqual([{ version: 2, delivered_version: 1 }])
  expect((await terminal.run(`resolve ${id}`)).output).toBe('It counts as delivered.')
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', reason: 'resolved' })
  expect(await outbox.query(versions, [id])).toEqual([{ version: 2, delivered_version: 2 }])
  expect((await terminal.run(`show ${id}`)).output).not.toContain('has not been sent')
})

test('cancel keeps it from being sent', async () => {
  const id = await outbox.save()
  expect((await terminal.run(`cancel ${id}`)).exitCode).toBe(0)
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'cancelled' })
  expect((await outbox.lease()).lease).toBeNull()
})

test.each([
  ['retry', 'queued'],
  ['cancel', 'cancelled'],
])('after %s, a worker that comes back late is believed only that the client is there', async (command, state) => {
  const ids: string[] = []
  for (const outcome of [{ outcome: 'retry', reason: 'http-status' }, { outcome: 'accepted' }] as const) {
    const id = await outbox.save()
    const lease = await outbox.leased({ enrollmentId: id })
    await outbox.expireLeases()
    await outbox.store.releaseExpiredLeases()
    expect((await terminal.run(`${command} ${id} --yes`)).exitCode).toBe(0)
    await outbox.finish(lease, outcome, { retrySeconds: 0 })
    ids.push(id)
  }
  const [failed = '', arrived = ''] = ids
  expect(await outbox.deliveryOf(failed)).toMatchObject({ state, reason: null, attempts: command === 'retry' ? 0 : 1 })
  expect(await outbox.deliveryOf(arrived)).toMatchObject({ state: 'delivered' })
  expect((await outbox.lease({ enrollmentId: arrived })).lease).toBeNull()
})

test('what is changed after a cancel is for a person, who sends it or leaves it', async () => {
  const id = await outbox.save()
  await terminal.run(`cancel ${id}`)
  await outbox.change(id, { city: 'Columbus' })
  expect((await outbox.lease()).lease).toBeNull()
  expect((await terminal.run(`show ${id}`)).output).toContain('changed after it was cancelled')
  expect((await terminal.run(`cancel ${id}`)).exitCode).toBe(0)
  await outbox.change(id, { city: 'Dayton' })
  expect((await terminal.run(`retry ${id}`)).exitCode).toBe(0)
  expect((await outbox.lease()).lease?.enrollment).toMatchObject({ id, city: 'Dayton' })
})

test.each([
  ['retry', 'sending', 'being sent at this moment'],
  ['resolve', 'sending', 'being sent at this moment'],
  ['cancel', 'sending', 'being sent at this moment'],
  ['delete', 'sending', 'being sent at this moment'],
  ['resolve', 'delivered', 'there is nothing to resolve'],
  ['cancel', 'delivered', 'there is nothing to cancel'],
  ['cancel', 'cancelled', 'there is nothing to cancel'],
])('%s of what is %s is refused', async (command, state, sentence) => {
  const id = await outbox.save()
  if (state === 'cancelled') await terminal.run(`cancel ${id}`)
  else {
    const lease = await outbox.leased()
    if (state === 'delivered') await outbox.finish(lease, { outcome: 'accepted' })
  }
  const { exitCode, faults } = await terminal.run(`${command} ${id} --yes`)
  expect([exitCode, faults]).toEqual([1, expect.stringContaining(sentence)])
  expect(await outbox.deliveryOf(id)).toMatchObject({ state })
})

test('a prepared enrollment has no delivery to change', async () => {
  const id = await outbox.save({ onboarding_completed: false })
  expect((await terminal.run(`retry ${id}`)).faults).toContain('the form is not filled yet')
})

test('what is purged cannot be sent again', async () => {
  const id = await finished({ outcome: 'accepted' })
  expect(await terminal.run('purge --older-than 0d --yes')).toMatchObject({ exitCode: 0, output: `${details} of one form are forgotten.` })
  expect((await terminal.run(`retry ${id} --yes`)).faults).toContain('has to fill the form again')
  expect(await outbox.query(`select enrollments from staff_log where action = 'purge'`)).toEqual([{ enrollments: 1 }])
})

test('what was cancelled is purged too, completed or not', async () => {
  for (const completed of [true, false]) {
    const id = await outbox.save()
    await terminal.run(`cancel ${id}`)
    await outbox.change(id, { onboarding_completed: completed })
  }
  expect((await terminal.run('purge --older-than 0d --dry-run')).output).toBe(`${details} of 2 forms would be forgotten for good.`)
  expect((await terminal.run('purge --older-than 0d --yes')).output).toBe(`${details} of 2 forms are forgotten.`)
  expect(terminal.progress).toEqual([['Purging', 0, { of: 2 }]])
})

test('what only a stand-in has is not counted, since it is kept', async () => {
  const [real, rehearsed] = [await finished({ outcome: 'accepted' }), await finished({ outcome: 'accepted' })]
  await outbox.query(`update deliveries set reason = 'stand-in' where enrollment_id = $1`, [rehearsed])
  expect((await terminal.run('purge --older-than 0d --dry-run')).output).toBe(`${details} of one form would be forgotten for good.`)
  expect((await terminal.run('purge --older-than 0d --yes')).output).toBe(`${details} of one form are forgotten.`)
  expect(await outbox.query('select id from enrollments where personal_details is null')).toEqual([{ id: real }])
})

test('a dry purge, and one that nobody confirms, forget nothing', async () => {
  await finished({ outcome: 'accepted' })
  await finished({ outcome: 'rejected', reason: 'error-message' })
  expect((await terminal.run('purge --older-than 0d --dry-run')).output).toBe(`${details} of one form would be forgotten for good.`)
  expect((await terminal.run('purge --older-than 30d')).output).toBe('There is nothing to purge.')
  expect((await terminal.run('purge --older-than 0d', 'no')).exitCode).toBe(1)
  expect((await terminal.run('purge')).faults).toContain("'--older-than <age>' not specified")
  expect((await terminal.run('purge --older-than month')).faults).toContain('such as 12h or 30d')
  expect(await outbox.query('select from enrollments where personal_details is null')).toEqual([])
})

test("a client's wish: everything goes, and the log says that it went and nothing else", async () => {
  const id = await unclear()
  expect((await terminal.run(`delete ${id}`, 'no')).exitCode).toBe(1)
  const { exitCode, output } = await terminal.run(`delete ${id}`, id.slice(0, 8))
  expect([exitCode, output]).toEqual([0, expect.stringContaining('have it deleted there too')])
  for (const table of ['enrollments', 'deliveries', 'delivery_attempts']) {
    expect(await outbox.query(`select from ${table}`)).toEqual([])
  }
  expect(await recorded(id)).toEqual([{ staff: 'ruth', action: 'delete' }])
})
