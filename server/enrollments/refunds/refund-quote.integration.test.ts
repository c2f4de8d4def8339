import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '../../../domain/day.ts'
import { openOutbox, type TestOutbox } from '../../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../../tests/helpers/staff-terminal.ts'

let outbox: TestOutbox
let terminal: StaffTerminal

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
})
afterAll(() => outbox?.close())
beforeEach(() => outbox.clear())

const verified = { payment_verified_at: '2026-07-01T15:00:00Z', payment_source: 'test', payment_reference: 'a', plan_price: 350 }

/** A paid enrollment whose form was completed on July 2, 2026. */
async function paidEnrollment(columns: Record<string, unknown> = {}): Promise<string> {
  const id = await outbox.save({ plan_name: 'Standard Repair', ...verified, ...columns })
  await outbox.query(`update deliveries set created_at = '2026-07-02T23:59:59Z' where enrollment_id = $1`, [id])
  return id
}

const quote = (id: string, options: string) => terminal.run(`refund-quote ${id.slice(0, 8)} ${options}`.trim())

test('a quote says what the policy gives, why, until when, and when it is decided and paid', async () => {
  const id = await paidEnrollment()
  const { exitCode, output } = await quote(id, '--on 2026-07-31 --rounds-done 1 --rounds-planned 4')
  expect(exitCode).toBe(0)
  const lines = output.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines.slice(0, 10)).toEqual([
    ['Enrollment', id],
    ['Service', 'Standard Repair'],
    ['Paid', '$350 on 2026-07-01, verified'],
    ['Enrolled', '2026-07-02'],
    ['Asked', '2026-07-31'],
    ['Refund', 'part: $212.50 = $350 - $87.50 work completed - $50 admin fee'],
    ['Why', 'pro-rated: asked after work began, within 30 days of enrollment'],
    ['Until', '2026-08-01, if nothing else changes'],
    ['Review', '2026-08-05 to 2026-08-07'],
    ['Payout', '2026-08-14 to 2026-08-21'],
  ])
  expect(output).toContain('at sole discretion')
  expect(output).toContain('UTC')
})

test('what the checkout has paid back already is taken off what is still to be paid', async () => {
  const reference = 'pi_paid_back'
  const id = await paidEnrollment({ payment_reference: reference })
  const event = { happened_at: '2026-07-01T15:00:00Z', payment_reference: reference, amount_cents: 350_00, currency: 'usd', plan_name: 'Standard Repair' }
  await outbox.query('select record_payment_event($1)', [{ ...event, id: 'stripe:paid', kind: 'paid', doubt: 'wrong-amount' }])
  const refund = { ...event, id: 'stripe:refund', kind: 'refund', part: 're_1', outcome: 'made', amount_cents: 100_00 }
  await outbox.query('select record_payment_event($1)', [refund])
  const { output } = await quote(id, '--on 2026-07-31 --rounds-done 1 --rounds-planned 4')
  expect(output).toMatch(/^Paid back +\$100 already$/m)
  expect(output).toMatch(/^Still to pay +\$112.50$/m)
})

test('the day of enrollment is that of the completed form, whatever was changed later', async () => {
  const id = await paidEnrollment({ created_at: '2026-05-01T00:00:00Z' })
  await outbox.change(id, { notes: 'Call before six' })
  expect((await quote(id, '--on 2026-08-01 --work-begun no')).output).toMatch(/^Refund +part: \$300 /m)
  expect((await quote(id, '--on 2026-08-02')).output).toMatch(/^Why +window-over: /m)
  expect((await quote(id, '--on 2026-08-02 --enrolled-on 2026-07-03 --work-begun no')).output).toMatch(/^Refund +part: \$300 /m)
})

test('a form that is not completed has not begun the 30 days', async () => {
  const id = await outbox.save({ plan_name: 'Standard Repair', ...verified, onboarding_completed: false })
  const { output } = await quote(id, '--on 2027-07-01 --work-begun no')
  expect(output).toMatch(/^Enrolled +the form is not completed yet$/m)
  expect(output).toMatch(/^Until +no last day/m)
})

test.each([
  ['Standard Repair', '--on 2026-07-02', '--work-begun yes|no'],
  ['Standard Repair', '--on 2026-07-02 --work-begun yes', '--rounds-done N --rounds-planned N'],
  ['Standard Repair', '--on 2026-07-02 --work-begun yes --rounds-done 0 --rounds-planned 6', '--work-completed '],
  ['Standard Repair', '--on 2027-07-02', '--disputes-started <day>|no'],
  ['Standard Repair', '--on 2027-07-02 --disputes-started 2026-07-20', '--items-removed N'],
  ['AUDIT', '--on 2026-07-20', '--report-received <day>|no'],
  ['Credit Audit & Consultation', '--on 2026-07-02', '--consultation-done yes|no'],
  ['Bankruptcy / Complex Cases', '--on 2026-07-02', '--work-begun yes|no'],
  ['Credit Coaching & Budget Planning', '--on 2026-07-02', '--session <day>|no'],
  ['coaching', '--on 2026-07-02 --session 2026-07-02', '--session-held yes|no'],
])('%s, %s: what is open names %s', async (plan, options, answer) => {
  const { exitCode, output } = await quote(await paidEnrollment({ plan_name: plan }), options)
  expect(exitCode).toBe(1)
  expect(output).toMatch(/^Refund +open$/m)
  expect(output.split('\n').find((line) => line.startsWith('Answer '))).toContain(answer)
})

test.each([
  ['--work-begun yes --rounds-done 0 --rounds-planned 6 --work-completed 20.50', 'part: $279.50'],
  ['--work-begun yes --rounds-done 2 --rounds-planned 6 --work-completed 10%', 'part: $265 '],
  ['--service complex --work-begun no', 'full: $350'],
  ['--service audit --consultation-done no --report-received no', 'full: $350'],
  ['--service audit --consultation-done yes', 'none: $0'],
  ['--service coaching --session 2026-07-09 --amount 149 --paid-on 2026-07-02', 'part: $124 '],
  ['--rounds-done 4 --rounds-planned 6', 'none: $0'],
])('%s gives %s', async (options, refund) => {
  const { exitCode, output } = await quote(await paidEnrollment(), `--on 2026-07-03 ${options}`)
  expect(exitCode).toBe(0)
  expect(output.split('\n').find((line) => line.startsWith('Refund '))).toContain(refund)
})

test('the results guarantee is announced, and given', async () => {
  const id = await paidEnrollment()
  const disputes = '--disputes-started 2026-07-20'
  expect((await quote(id, `--on 2026-09-01 ${disputes}`)).output).toMatch(/^Guarantee +from 2026-10-19, /m)
  const { output } = await quote(id, `--on 2026-10-19 ${disputes} --items-removed 0 --work-completed 40%`)
  expect(output).toMatch(/^Refund +part: \$160 = \$350 - \$140 work completed - \$50 admin fee$/m)
  expect(output).toMatch(/^Why +guarantee: /m)
})

test('without a verified payment, day and amount are what the staff say: the form proves neither', async () => {
  const id = await outbox.save({ plan_name: 'Standard Repair', plan_price: 350, payment_status: 'completed' })
  expect(await quote(id, '')).toEqual({ exitCode: 1, output: '', faults: expect.stringContaining('--paid-on and --amount') })
  expect((await quote(id, '--paid-on 2026-07-01')).faults).toContain('say --amount.')
  const { exitCode, output } = await quote(id, '--paid-on 2026-07-01 --amount 250.00 --on 2026-07-02 --work-begun no')
  expect(exitCode).toBe(0)
  expect(output).toMatch(/^Paid +\$250 on 2026-07-01, as you say$/m)
  expect(output).toMatch(/^Refund +part: \$200 /m)
})

test('without --on it is for today', async () => {
  const id = await paidEnrollment()
  const before = new Date().toISOString().slice(0, 10)
  const asked = /^Asked +(\S+)$/m.exec((await quote(id, '')).output)?.[1]
  expect([before, addDays(before, 1)]).toContain(asked)
})

test.each([
  ['--on 2026-06-30', 1, 'older than the payment'],
  ['--on 2026-07-02 --rounds-done 3 --rounds-planned 2', 1, 'More rounds are done than planned. Correct --rounds-done'],
  ['--on 2026-07-02 --work-begun no --rounds-done 1 --rounds-planned 2', 1, 'Correct --work-begun'],
  ['--on 2026-07-02 --disputes-started 2026-06-30', 1, 'before the payment. Correct'],
  ['--rounds-done 3', 2, 'need each other'],
  ['--on 2026-02-30', 2, 'It is a day such as'],
  ['--on 0001-01-01', 2, 'It is a day such as'],
  ['--work-begun maybe', 2, 'It is yes or no'],
  ['--amount -5', 2, 'It is an amount above 0'],
  ['--amount 0', 2, 'It is an amount above 0'],
  ['--work-completed 101%', 2, 'or a share such as 40%'],
  ['--service gold', 2, 'It is one of audit'],
])('%s ends with %i and a sentence', async (options, exitCode, sentence) => {
  const result = await quote(await paidEnrollment(), options)
  expect(result).toEqual({ exitCode, output: '', faults: expect.stringContaining(sentence) })
})

test('a plan that is none of ours asks for the service, and does not steer the terminal', async () => {
  const { exitCode, faults } = await quote(await paidEnrollment({ plan_name: 'Credit\u202E Plan' }), '')
  expect(exitCode).toBe(1)
  expect(faults).toContain('say --service')
  expect(faults).not.toContain('\u202E')
})

const stored = () => outbox.query('select * from enrollments, deliveries, (select count(*) as entries from staff_log) log')

test('a quote changes nothing, is no entry of the staff log, and names nobody', async () => {
  const id = await paidEnrollment()
  const before = await stored()
  const { output } = await quote(id, '--on 2026-07-03')
  expect(await stored()).toEqual(before)
  for (const word of ['Mary', 'Berg', 'example.org', 'Orchard']) expect(output).not.toContain(word)
})
