import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentsHeader, consentsIn } from '../../domain/consents.ts'
import { validRow } from '../../tests/helpers/enrollments.ts'
import { openRest, type TestRest } from '../../tests/helpers/rest.ts'

let rest: TestRest

beforeAll(async () => {
  rest = await openRest()
})
afterAll(() => rest.close())

const terms = { document: 'terms', version: '2031-03-04', sha256: 'a'.repeat(64) }

test('what the request names beside the row is recorded with it, however the row is written', async () => {
  const headers = { [consentsHeader]: consentsIn([terms]) }
  const { id }: { id: string } = (await (await rest.post(validRow(rest.ruth.id), { headers })).json())[0]
  const again = { method: 'PATCH', token: rest.ruth.token, headers, body: JSON.stringify({ city: 'Elsewhere' }) }
  expect((await rest.request(`/enrollments?id=eq.${id}`, again)).status).toBe(204)
  await rest.post(validRow(rest.ruth.id))
  const entries = await rest.database.query({ text: 'select texts, enrollment_id, user_id from consents' })
  const entry = { texts: consentsIn([terms]), enrollment_id: id, user_id: rest.ruth.id }
  expect(entries).toEqual([entry, entry])
})
