import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import type { Log } from './log.ts'
import type { Letter, Mailer, Notice } from './mail/mailer.ts'
import { digestOf, sendDigestWhenDue } from './team-digest.ts'

let outbox: TestOutbox
let sent: Notice[]
let logged: string[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  sent = []
  logged = []
  await outbox.query('truncate enrollments, deliveries, delivery_attempts')
  await outbox.query('update upkeep set digest_at = null')
})

async function send(letter: Letter | Notice): Promise<'sent'> {
  if (letter.kind === 'notice') sent.push(letter)
  return 'sent'
}

const log: Log = (event, fields) => void logged.push(fields ? `${event} ${JSON.stringify(fields)}` : event)
const sending = (mailer: Mailer = { send }) =>
  sendDigestWhenDue({ database: outbox.database, mailer, log }, 'team@example.org')

async function needingReview(state = 'needs_review', reason = 'empty-body'): Promise<string> {
  const id = await outbox.save()
  await outbox.query('update deliveries set state = $2, reason = $3 where enrollment_id = $1', [id, state, reason])
  return id
}

test('names what needs a person, and why', async () => {
  const review = await needingReview()
  const rejected = await needingReview('rejected', 'error-message')
  await outbox.save()
  await sending()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.to).toBe('team@example.org')
  expect(sent[0]?.subject).toBe('2 deliveries need a person')
  expect(sent[0]?.text).toContain(`${review}  needs_review (empty-body)`)
  expect(sent[0]?.text).toContain(`${rejected}  rejected (error-message)`)
})

test('nothing is sent while nothing needs a person', async () => {
  await outbox.save()
  await sending()
  expect(sent).toEqual([])
})

test('what has been waiting for a day is told as well', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set queued_at = clock_timestamp() - interval '25 hours'`)
  await sending()
  expect(sent[0]?.text).toContain(`${id}  queued`)
})

test('one letter a day, however many processes ask', async () => {
  await needingReview()
  await Promise.all(Array.from({ length: 8 }, () => sending()))
  await needingReview()
  await sending()
  expect(sent).toHaveLength(1)
  await outbox.query(`update upkeep set digest_at = clock_timestamp() - interval '25 hours'`)
  await sending()
  expect(sent[1]?.subject).toBe('2 deliveries need a person')
})

test('a letter that was not sent is due again in an hour, not at once', async () => {
  await needingReview()
  await sending({ send: async () => 'failed' })
  expect(logged).toEqual(['digest-not-sent'])
  await sending()
  expect(sent).toEqual([])
  await outbox.query(`update upkeep set digest_at = digest_at - interval '61 minutes'`)
  await sending()
  expect(sent).toHaveLength(1)
})

test('where nobody can be written to, the log says it, once a day', async () => {
  await needingReview()
  await needingReview('rejected')
  for (let asked = 0; asked < 2; asked += 1) {
    await sendDigestWhenDue({ database: outbox.database, mailer: { send }, log }, undefined)
  }
  expect(logged).toEqual(['deliveries-need-a-person {"count":2}'])
  expect(sent).toEqual([])
})

test('a long list is cut, and says so', () => {
  const since = '2031-03-04T05:06:07+00:00'
  const { subject, text } = digestOf({ count: 23, deliveries: [{ id: 'an-id', state: 'rejected', reason: null, since }] })
  expect(subject).toBe('23 deliveries need a person')
  expect(text).toContain('an-id  rejected  since 2031-03-04\n… and 22 more: npm run enrollments -- list --state needs_review --state rejected --state queued')
})
