import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuth, type TestAuth } from '../../../tests/helpers/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
  await auth.openConnections()
})
afterAll(() => auth.stop())

test.each([
  ['signed in at once', true, [200, 422, 429]],
  ['confirmed first', false, [200, 429]],
] as const)('200 sign-ups at once for one address make one account and one e-mail, when it is %s', async (_, unverifiedSignIns, possible) => {
  const app = auth.withSettings({ unverifiedSignIns })
  const email = `ruth.${randomUUID()}@example.com`
  const body = JSON.stringify({ email, password: 'a good password' })
  const crowd = Array.from({ length: 200 }, async () => app.request('/signup', { method: 'POST', body }))
  const answers = await Promise.all(crowd)
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].filter((status) => !possible.some((each) => each === status))).toEqual([])
  const counts = await auth.database.query({
    text: `select (select count(*)::int from auth.users where email = $1) as users,
            (select count(*)::int from auth.identities where email = $1) as identities,
            (select count(*)::int from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1) as sessions`,
    values: [email],
  })
  expect(counts).toEqual([{ users: 1, identities: 1, sessions: unverifiedSignIns ? 1 : 0 }])
  expect(auth.emails.filter(({ to }) => to === email)).toHaveLength(1)
})

test('of one account a few requests are in the database, a hundred wait, and others are refused at once', async () => {
  const body = JSON.stringify({ email: `orpah.${randomUUID()}@example.com`, password: 'a good password' })
  const { access_token: token } = await (await auth.app.request('/signup', { method: 'POST', body })).json()
  const answers: Promise<Response>[] = []
  const refused = Promise.withResolvers<void>()
  let count = 0
  const ask = async () => {
    const response = await auth.app.request('/user', { headers: { Authorization: `Bearer ${token}` } })
    if (response.status === 429 && (count += 1) === 94) refused.resolve()
    return response
  }
  // Nobody gets an answer from the database until all have asked.
  await auth.database.transaction(async (client) => {
    await client.query('lock table auth.sessions in access exclusive mode')
    for (let turn = 0; turn < 200; turn += 1) answers.push(ask())
    await refused.promise
  })
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([106, 94])
})
