import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, type FunctionFixture, openFunctionFixture } from '../../../tests/helpers/function-handler.ts'
import { sampleEnrollment, sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'
import { wait } from '../../../deliveries/wait.ts'

// What the function delivers and answers, on the real outbox and the real stand-in.

let fixture: FunctionFixture

beforeAll(async () => {
  fixture = await openFunctionFixture()
})
afterAll(() => fixture?.close())

test('delivers the stored enrollment, with the name split as it was typed', async () => {
  const { submit, system } = await fixture.open()
  expect(await answerOf(await submit())).toEqual([200, { status: 'delivered' }])
  expect(await system.received()).toMatchObject({
    count: 1,
    received: [{ enrollmentId: sampleEnrollment.id, answeredWith: 'accept', fields: { firstName: 'M•••' } }],
  })
})

test('where the first name ends is kept for the worker, whether or not a destination is configured', async () => {
  const { submit, system } = await fixture.open(() => ({ settings: { mode: 'off' } }))
  expect(await answerOf(await submit())).toEqual([503, { status: 'not_configured' }])
  expect(await fixture.outbox.query('select state, first_name_length from deliveries')).toEqual([
    { state: 'queued', first_name_length: 'Mary Jo'.length },
  ])
  expect(system.sent).toEqual([])
})

test('delivers what is stored, not what the browser sends', async () => {
  const { submit, system } = await fixture.open()
  await fixture.outbox.change(sampleEnrollment.id, { customer_name: 'Zora Neale', middle_name: null })
  expect((await submit()).status).toBe(200)
  expect(await system.received()).toMatchObject({ received: [{ fields: { firstName: 'Z•••', lastName: 'N•••' } }] })
})

test('delivers the plan that was paid for, whatever the browser saves and sends afterwards', async () => {
  const bodies: string[] = []
  const { submit } = await fixture.open(({ fetch }) => ({
    fetch: async (address, init) => {
      bodies.push(await new Request(address, init).text())
      return fetch(address, init)
    },
  }))
  await fixture.outbox.change(sampleEnrollment.id, { payment_verified_at: new Date(), plan_name: 'Light Repair' })
  const planName = 'Bankruptcy / Complex Cases'
  await fixture.outbox.database.transactionAs(fixture.owner.claims, (client) =>
    client.query('update enrollments set plan_name = $1 where id = $2', [planName, sampleEnrollment.id]),
  )
  const body = JSON.stringify({ ...sampleSubmission, clientData: { ...sampleSubmission.clientData, planName } })
  expect(await answerOf(await submit({ body }))).toEqual([200, { status: 'delivered' }])
  expect(bodies.map((text) => new URLSearchParams(text).toString().match(/Plan%3A\+(.*?)%0A/)?.[1])).toEqual(['Light+Repair'])
})

test.each([
  ['error-message', 502, 'rejected'],
  ['disabled-account', 502, 'rejected'],
  ['http-400', 502, 'rejected'],
  ['http-429', 503, 'queued'],
  ['http-500', 503, 'queued'],
  ['http-503', 503, 'queued'],
  ['empty', 504, 'needs_review'],
  ['unknown-body', 504, 'needs_review'],
  ['html', 504, 'needs_review'],
  ['malformed-json', 504, 'needs_review'],
  ['redirect', 504, 'needs_review'],
  ['slow', 200, 'delivered'],
])('when DisputeFox does %s it answers %i %s, also when asked again, and has sent once', async (behaviour, httpStatus, status) => {
  const { submit, system } = await fixture.open(() => ({ random: () => 1 }))
  await system.behave(behaviour)
  expect(await answerOf(await submit())).toEqual([httpStatus, { status }])
  expect(await answerOf(await submit())).toEqual([httpStatus, { status }])
  expect(system.sent).toEqual([sampleEnrollment.id])
})

// Polls for another worker's result more often, so that the test is fast.
const impatient: typeof wait = (delayMs, signal) => wait(delayMs === 250 ? 50 : delayMs, signal)

test('fifty submissions of one enrollment at once send it once and all hear the result, a hundred times', async () => {
  for (let round = 0; round < 100; round += 1) {
    const { submit, system } = await fixture.open(() => ({ wait: impatient }))
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(system.sent).toEqual([sampleEnrollment.id])
  }
}, 300_000)

test('a visitor waits ten seconds at most, and the delivery goes on', async () => {
  const answer = Promise.withResolvers<void>()
  const sending = Promise.withResolvers<void>()
  const { submit, underWay } = await fixture.open(({ fetch }) => ({
    fetch: async (address, init) => {
      sending.resolve()
      await answer.promise
      return fetch(address, init)
    },
    wait: (delayMs, signal) => (delayMs === 10_000 ? sending.promise : wait(delayMs, signal)),
  }))
  expect(await answerOf(await submit())).toEqual([503, { status: 'queued' }])
  expect(await fixture.outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'sending' })
  answer.resolve()
  await Promise.all(underWay)
  expect(await fixture.outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'delivered' })
})

test('a pause of minutes is reported at once, and not waited for', async () => {
  const { submit } = await fixture.open()
  await fixture.outbox.query(`update delivery_pace set paused_until = clock_timestamp() + interval '1 minute'`)
  expect(await answerOf(await submit())).toEqual([503, { status: 'queued' }])
  expect(await fixture.outbox.deliveryOf(sampleEnrollment.id)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('logs what became of a delivery and nothing that a person typed', async () => {
  const { logged, submit, system } = await fixture.open(() => ({ random: () => 0 }))
  await system.behave('http-500', 1)
  await submit()
  await submit()
  const { id, ...personal } = sampleEnrollment
  expect(logged).toEqual([
    [
      'enrollment-not-delivered',
      { enrollmentId: id, outcome: 'retry', reason: 'http-status', attempt: 1, state: 'queued' },
    ],
    ['enrollment-delivered', { enrollmentId: id, outcome: 'accepted', reason: undefined, attempt: 2, state: 'delivered' }],
  ])
  for (const value of Object.values(personal)) expect(JSON.stringify(logged)).not.toContain(value)
})
