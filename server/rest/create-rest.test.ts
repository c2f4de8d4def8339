import { expect, test } from 'vitest'
import { connectDatabase } from '../postgres/database.ts'
import { createRest } from './create-rest.ts'

test('a database that cannot be reached is a temporary fault, and the log names nobody', async () => {
  const events: unknown[] = []
  // Nothing listens on port 1.
  const database = connectDatabase('postgres://somebody@127.0.0.1:1/nothing', () => undefined)
  const rest = createRest({
    database,
    verify: async () => ({ role: 'authenticated', email: 'ruth@example.com' }),
    log: (event, fields) => events.push([event, fields]),
  })
  const response = await rest.request('/enrollments?select=id', { headers: { authorization: 'Bearer a.b.c' } })
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    code: 'PGRST000',
    details: null,
    hint: null,
    message: 'Database connection error. Retrying the connection.',
  })
  expect(events).toEqual([['rest-failed', { code: 'PGRST000', reason: 'Error' }]])
  await database.close()
})
