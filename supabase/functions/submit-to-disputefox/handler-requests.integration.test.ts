import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerFaults } from '../../../domain/caller-faults.ts'
import type { TestUser } from '../../../tests/helpers/enrollments.ts'
import { answerOf, type FunctionFixture, functionUrl, openFunctionFixture } from '../../../tests/helpers/function-handler.ts'
import { sampleEnrollment, sampleSubmission } from '../../../tests/helpers/sample-enrollment.ts'

// Who may call the function, and with what.

let fixture: FunctionFixture

beforeAll(async () => {
  fixture = await openFunctionFixture()
})
afterAll(() => fixture?.close())

test("another user's enrollment is not found, and not delivered", async () => {
  const { submit, system } = await fixture.open()
  const answer = [404, { status: 'not_found', message: 'There is no such enrollment' }]
  expect(await answerOf(await submit({ token: 'other-token' }))).toEqual(answer)
  const unknown = JSON.stringify({ ...sampleSubmission, enrollmentId: '00000000-0000-4000-8000-000000000000' })
  expect(await answerOf(await submit({ body: unknown }))).toEqual(answer)
  expect(system.sent).toEqual([])
})

test('without a valid token it reads nothing and delivers nothing', async () => {
  const { submit, system } = await fixture.open()
  for (const token of ['', 'forged', 'owner-token extra']) {
    const response = await submit({ token, body: 'not even JSON' })
    expect(await answerOf(response)).toEqual([
      401,
      { status: 'unauthorized', message: 'A valid access token is required' },
    ])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(system.sent).toEqual([])
})

test.each([
  ['user_banned', 403, 'forbidden', `update auth.users set banned_until = now() + interval '1 hour' where id = $1`],
  ['user_not_found', 403, 'forbidden', 'update auth.users set deleted_at = now() where id = $1'],
  ['session_not_found', 401, 'unauthorized', 'delete from auth.sessions where user_id = $1'],
  [
    'insufficient_aal',
    403,
    'forbidden',
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
  ],
] as const)('a caller who may not act hears %s with %i, and nothing is delivered', async (code, httpStatus, status, change) => {
  const { submit, system } = await fixture.open()
  await fixture.outbox.query(change, [fixture.owner.id])
  expect(await answerOf(await submit())).toEqual([httpStatus, { status, code, message: callerFaults[code].message }])
  expect(system.sent).toEqual([])
  await restore(fixture.owner)
  expect((await submit()).status).toBe(200)
})

/** Lets the owner of the sample enrollment act again. */
async function restore({ id, claims }: TestUser): Promise<void> {
  const { outbox } = fixture
  await outbox.query('update auth.users set banned_until = null, deleted_at = null where id = $1', [id])
  await outbox.query('delete from auth.mfa_factors where user_id = $1', [id])
  await outbox.query('insert into auth.sessions (id, user_id) values ($1, $2) on conflict do nothing', [claims.session_id, id])
}

test('a payload with any value missing is refused by its name and not delivered', async () => {
  const { submit, system } = await fixture.open()
  const { clientData } = sampleSubmission
  const incomplete: [string, object][] = [
    ['enrollmentId', { clientData }],
    ['clientData', { enrollmentId: sampleSubmission.enrollmentId }],
    ...Object.keys(clientData).map((field): [string, object] => [
      `clientData.${field}`,
      { ...sampleSubmission, clientData: { ...clientData, [field]: undefined } },
    ]),
  ]
  for (const [place, payload] of incomplete) {
    const message = `${place} is missing, unknown or of the wrong type`
    const body = JSON.stringify(payload)
    expect(await answerOf(await submit({ body }))).toEqual([400, { status: 'invalid', message }])
  }
  expect(system.sent).toEqual([])
})

test('a date of birth in the future is refused and not delivered', async () => {
  const { submit, system } = await fixture.open()
  const clientData = { ...sampleSubmission.clientData, dateOfBirth: '2999-01-01' }
  const message = 'clientData.dateOfBirth: Date of birth must be in the past'
  const body = JSON.stringify({ ...sampleSubmission, clientData })
  expect(await answerOf(await submit({ body }))).toEqual([400, { status: 'invalid', message }])
  expect(system.sent).toEqual([])
})

test.each(['', '{}', ' {} '])('called by the service with the body %j it sends whatever waits', async (body) => {
  const { submit, system } = await fixture.open()
  expect(await answerOf(await submit({ token: 'service-key', body }))).toEqual([
    200,
    { status: 'drained', attempts: 1, nextMs: null },
  ])
  expect(system.sent).toEqual([sampleEnrollment.id])
})

test('the service submits no enrollment in the name of a client', async () => {
  const { submit, system } = await fixture.open()
  expect((await submit({ token: 'service-key' })).status).toBe(400)
  expect(system.sent).toEqual([])
})

test('only POST is possible', async () => {
  const { handle } = await fixture.open()
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
    const response = await handle(new Request(functionUrl, { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  }
})

test('a site on another origin may call it', async () => {
  const { handle, submit } = await fixture.open()
  const preflight = await handle(new Request(functionUrl, { method: 'OPTIONS' }))
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  for (const name of ['authorization', 'x-client-info', 'apikey', 'content-type']) {
    expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
  }
  for (const response of [await submit(), await submit({ token: 'forged' }), await submit({ body: '' })]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})

const loadEnrollment = async () => {
  throw new Error('password=secret')
}

test('a failure on our side is reported without its details', async () => {
  const { logged, submit } = await fixture.open(() => ({ store: { ...fixture.outbox.store, loadEnrollment } }))
  expect(await answerOf(await submit())).toEqual([
    500,
    { status: 'failed', message: 'Something went wrong on our side. Please try again.' },
  ])
  expect(logged).toEqual([['submission-failed', { reason: 'Error' }]])
})
