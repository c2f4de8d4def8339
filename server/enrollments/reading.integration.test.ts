import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plans } from '../../domain/plans.ts'
import { addStaff, callAs } from '../../tests/helpers/desk-staff.ts'
import { saveMany } from '../../tests/helpers/many-enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// The commands that change nothing: list, show, stats.

let outbox: TestOutbox
let terminal: StaffTerminal

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const personal = ['Mary', 'Berg', 'mary@', '555-0123', '1984', '4821', 'Orchard', 'Springfield', '45501', 'Call after']
/** The ids of `list`. */
async function listed(line: string): Promise<string[]> {
  const { output } = await terminal.run(`list --json ${line}`)
  return v.parse(v.array(v.object({ id: v.string() })), JSON.parse(output)).map(({ id }) => id)
}
const entries = () => outbox.query('select staff, note, action, enrollment_id from staff_log order by id desc limit 1')

test('the list has one line for each enrollment, fits 80 columns and names nobody', async () => {
  const id = await outbox.save({ plan_name: 'A plan with a very long name, as anybody may type it' })
  const prepared = await outbox.save({ onboarding_completed: false })
  await outbox.query(
    `update deliveries set state = 'needs_review', reason = 'edited-after-delivery', attempts = 12 where enrollment_id = $1`,
    [id],
  )
  const { exitCode, output } = await terminal.run('list')
  expect(exitCode).toBe(0)
  const lines = output.split('\n')
  expect(lines).toHaveLength(3)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(output).toMatch(new RegExp(`^${id.slice(0, 8)}  needs_review  edited-after-delivery  12`, 'm'))
  expect(output).toMatch(new RegExp(`^${prepared.slice(0, 8)}  incomplete`, 'm'))
  expect(personal.filter((word) => output.includes(word))).toEqual([])
})

test.each([
  ['--state needs_review', ['review']],
  ['--state queued --state incomplete', ['queued', 'incomplete']],
  ['--since 1h', ['queued', 'incomplete']],
  ['--since 2001-01-01', ['review', 'queued', 'incomplete']],
  ['--plan LIGHT', ['review']],
  ['--plan Other', ['queued']],
])('list %s chooses', async (line, expected) => {
  const ids: Record<string, string> = {
    review: await outbox.save({ created_at: new Date('2020-01-01'), plan_name: plans.light.name }),
    queued: await outbox.save({ plan_name: 'Other' }),
    incomplete: await outbox.save({ onboarding_completed: false }),
  }
  await outbox.query(`update deliveries set state = 'needs_review' where enrollment_id = $1`, [ids.review])
  expect(new Set(await listed(line))).toEqual(new Set(expected.map((name) => ids[name])))
})

test('what a client typed does not steer the terminal', async () => {
  // The table takes no control characters; it does accept bidi control characters.
  const id = await outbox.save({ plan_name: 'Plan\u202Ex', customer_name: 'M\u202Ex Ann B' })
  for (const line of ['list', `show ${id}`, `show ${id} --reveal --yes`]) {
    // oxlint-disable-next-line no-control-regex
    expect((await terminal.run(line)).output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
  }
})

test('show tells where a delivery stands, what to do, and every attempt; the client is masked', async () => {
  const id = await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'ambiguous', reason: 'empty-body' })
  const { output } = await terminal.run(`show ${id.slice(0, 8)}`)
  expect(output).toContain(id)
  expect(output).toContain('needs_review (empty-body)')
  expect(output).toContain('Look for the client there')
  expect(output).toMatch(/^1 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\d+\.\ds +ambiguous +empty-body$/m)
  expect(output).toContain('m•••@example.org')
  expect(output).toContain('•••• 23')
  expect(output).toContain('•••-••-••••')
  expect(personal.filter((word) => output.includes(word))).toEqual([])
})

test('the next try is not before the end of a pause, and none where nothing is sent from here', async () => {
  const id = await outbox.save()
  const idle = openStaffTerminal(outbox.url, { SITE_STAGE: 'production', SITE_ORIGIN: 'https://www.grace.test' })
  expect((await idle.run(`show ${id}`)).output).toMatch(/^Next try +waits: no destination is configured here$/m)
  const sending = openStaffTerminal(outbox.url, {
    DELIVERY_WEBHOOK_URL: 'https://hook.example/',
    DELIVERY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  })
  await outbox.query(`update delivery_pace set paused_until = '2100-01-01T00:00:00Z'`)
  expect((await sending.run(`show ${id}`)).output).toMatch(/^Next try +2100-01-01 00:00:00 UTC$/m)
  await outbox.query(`update deliveries set due_at = '2100-01-02T00:00:00Z'`)
  expect((await sending.run(`show ${id}`)).output).toMatch(/^Next try +2100-01-02 00:00:00 UTC$/m)
  await outbox.clearPace()
})

test('--reveal shows everything to whoever types the id, and is recorded', async () => {
  const id = await outbox.save()
  const { output } = await terminal.run(`show ${id} --reveal --as deborah`, id.slice(0, 8))
  for (const word of ['Mary Jo Ann van der Berg', '1984-05-06', '4821', '7 Orchard Street', 'Call after six']) {
    expect(output).toContain(word)
  }
  expect(await entries()).toEqual([{ staff: 'ruth', note: 'deborah', action: 'reveal', enrollment_id: id }])
})

test('show --json is what the staff see, masked, and with all details on purpose', async () => {
  const id = await outbox.save()
  const masked = JSON.parse((await terminal.run(`show ${id} --json`)).output)
  expect(masked).toMatchObject({ id, delivery: { state: 'queued' }, actions: ['retry', 'resolve', 'cancel'], masked: { email: 'm•••@example.org' } })
  expect(masked).not.toHaveProperty('details')
  const { output } = await terminal.run(`show ${id} --json --reveal --yes`)
  expect(JSON.parse(output)).toMatchObject({ id, details: { customer_name: 'Mary Jo Ann van der Berg', date_of_birth: '1984-05-06', ssn_last_four: '4821' } })
  expect(await entries()).toEqual([{ staff: 'ruth', note: null, action: 'reveal', enrollment_id: id }])
})

test.each([undefined, '', 'yes', '00000000'])('--reveal with the answer %j shows nothing and records nothing', async (answer) => {
  const id = await outbox.save()
  const { exitCode, output, faults } = await terminal.run(`show ${id} --reveal`, answer)
  expect(exitCode).toBe(1)
  expect(faults).toMatch(answer === undefined ? /no terminal/ : /Nothing was done/)
  expect(output).not.toContain('4821')
  expect(await outbox.query('select from staff_log where enrollment_id = $1', [id])).toEqual([])
})

test('stats count what stands where, and why', async () => {
  await outbox.save()
  await outbox.finish(await outbox.leased(), { outcome: 'rejected', reason: 'error-message' })
  await outbox.save()
  const { output } = await terminal.run('stats')
  expect(output).toMatch(/^queued +1 +\d+s$/m)
  expect(output).toMatch(/^rejected +error-message +1 +\d+s$/m)
  expect(output).toContain('Attempts in the last day: 1 rejected')
  expect(output).toContain('2 kept, 0 purged')
})

test.each([
  ['', 2, 'Usage: npm run enrollments'],
  ['help', 0, ''],
  ['lost', 2, "Unknown command 'lost'"],
  ['list --colour', 2, "Unknown option '--colour'"],
  ['list --state gone', 2, 'It is one of queued'],
  ['list --since yesterday', 2, 'It is a day such as'],
  ['list --limit 0', 2, 'It is a number from 1'],
  ['show', 2, "Missing required argument 'id'"],
  ['cancel', 2, 'Name one enrollment'],
  ['release --all --account ruth@example.org', 2, 'Say for which'],
  ['show 1234', 2, 'An id has 8 to 32 hexadecimal digits'],
  ['show ffffffff', 1, 'There is no such enrollment'],
])('%j ends with %i and a sentence', async (line, exitCode, sentence) => {
  const result = await terminal.run(line)
  expect(result.exitCode).toBe(exitCode)
  expect(result.faults).toContain(sentence)
})

test('two ids that begin alike ask for more digits', async () => {
  await outbox.save({ id: '11111111-0000-4000-8000-000000000001' })
  await outbox.save({ id: '11111111-0000-4000-8000-000000000002' })
  expect((await terminal.run('show 11111111')).faults).toContain('give more digits')
  expect((await terminal.run('show 11111111-0000-4000-8000-000000000002')).exitCode).toBe(0)
})

test('a list longer than a page of the functions is read whole', async () => {
  await saveMany(outbox, 205)
  expect(new Set(await listed('--limit 10000')).size).toBe(205)
  expect(await listed('--limit 203')).toHaveLength(203)
})

test('log has who did what, by whom and how, also as JSON', async () => {
  const id = await outbox.save()
  const colleague = await addStaff(outbox.database, `naomi.${randomUUID()}@example.com`)
  await callAs(outbox.database, colleague.claims, 'staff_reveal', { p_id: id, p_reason: 'A call' })
  await terminal.run(`show ${id} --reveal --yes --as deborah`)
  const line = `log --enrollment ${id}`
  const { output } = await terminal.run(line)
  expect(output.split('\n')).toHaveLength(3)
  expect(output).toMatch(new RegExp(`reveal +${id.slice(0, 8)} +ruth +deborah$`, 'm'))
  expect(output).toMatch(new RegExp(`reveal +${id.slice(0, 8)} +naomi\\.\\S+ +A call$`, 'm'))
  expect(JSON.parse((await terminal.run(`${line} --json`)).output)).toMatchObject([
    { staff: 'ruth', staff_id: null, note: 'deborah', action: 'reveal', enrollment_id: id },
    { staff: colleague.claims.email, staff_id: colleague.id, note: 'A call' },
  ])
  expect(JSON.parse((await terminal.run(`${line} --json --staff ruth --action reveal --since 1h --limit 1`)).output)).toHaveLength(1)
  expect((await terminal.run(`${line} --action purge`)).output).toBe('There is no such entry.')
  expect((await terminal.run('log --enrollment 0b7e')).faults).toContain('It is a whole id')
})
