import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRequestLimits } from '../limits/request-limits.ts'
import { connectDatabase, type Database } from '../postgres/database.ts'
import { createRest } from './create-rest.ts'

const limitsOn = (database: Database) => createRequestLimits(database, {}, () => new Date())

test('a database that cannot be reached is a temporary fault, and the log names nobody', async () => {
  const events: unknown[] = []
  // Nothing listens on port 1.
  const database = connectDatabase('postgres://somebody@127.0.0.1:1/nothing', () => undefined)
  const rest = createRest({
    database,
    limits: limitsOn(database),
    verify: async () => ({ role: 'authenticated', sub: randomUUID(), session_id: randomUUID(), email: 'ruth@example.com' }),
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
  expect(events).toEqual([['rest-failed', { code: 'PGRST000', reason: 'ECONNREFUSED' }]])
  await database.close()
})

test('a caller who hangs up is no outage and fills no log', async () => {
  const events: unknown[] = []
  const database = connectDatabase('postgres://somebody@127.0.0.1:1/nothing', () => undefined)
  const rest = createRest({ database, limits: limitsOn(database), verify: async () => undefined, log: (event) => events.push(event) })
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const body = new ReadableStream({ pull: (controller) => controller.error(aborted) })
  const streamed = { method: 'POST', body, duplex: 'half' }
  const response = await rest.request('/enrollments', streamed)
  expect(response.status).toBe(400)
  expect(events).toEqual([])
  await database.close()
})
