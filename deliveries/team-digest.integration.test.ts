import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import { listenAnywhere } from '../tests/helpers/ports.ts'
import { type Digest, digestOf, type Notifier, sendDigestWhenDue, teamWebhook } from './team-digest.ts'

let outbox: TestOutbox
let sent: Digest[]
let logged: string[]

beforeAll(async () => {
  outbox = await openOutbox()
})
afterAll(() => outbox?.close())
beforeEach(async () => {
  sent = []
  logged = []
  await outbox.clear()
  await outbox.query('delete from deletion_requests')
  await outbox.query('update upkeep set digest_at = null, digest_told_at = null, backups_since = null, backup_every_seconds = null')
})

const log = (event: string, fields?: object) => void logged.push(fields ? `${event} ${JSON.stringify(fields)}` : event)
const taking: Notifier = async (digest) => {
  sent.push(digest)
  return 'sent'
}
const failing: Notifier = async () => 'failed'
const sending = (...notifiers: Notifier[]) => sendDigestWhenDue(notifiers, { store: outbox.store, log })

async function needingReview(state = 'needs_review', reason = 'empty-body'): Promise<string> {
  const id = await outbox.save()
  await outbox.query('update deliveries set state = $2, reason = $3 where enrollment_id = $1', [id, state, reason])
  return id
}

test('names what needs a person, and why', async () => {
  const review = await needingReview()
  const rejected = await needingReview('rejected', 'error-message')
  await outbox.save()
  await sending(taking)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('2 deliveries need a person')
  expect(sent[0]?.text).toContain(`${review}  needs_review (empty-body)`)
  expect(sent[0]?.text).toContain(`${rejected}  rejected (error-message)`)
})

test('nothing is sent while nothing needs a person', async () => {
  await outbox.save()
  await sending(taking)
  expect(sent).toEqual([])
})

test('clients who ask for deletion are counted, alone too, until it is settled', async () => {
  await outbox.query('insert into deletion_requests (user_id) values (gen_random_uuid()), (gen_random_uuid())')
  await sending(taking)
  expect(sent[0]?.subject).toBe('2 clients ask for deletion')
  expect(sent[0]?.text).toBe('2 clients wait for their data to be deleted: npm run enrollments -- requests\n')
  await outbox.query('update upkeep set digest_at = null')
  const review = await needingReview()
  await sending(taking)
  expect(sent[1]?.subject).toBe('A delivery needs a person')
  expect(sent[1]?.text).toContain(review)
  expect(sent[1]?.text).toContain('2 clients wait for their data to be deleted')
  await outbox.query(`update deletion_requests set settled_at = now(), settled_as = 'kept'`)
  await outbox.query('update upkeep set digest_at = null')
  await sending(taking)
  expect(sent[2]?.text).not.toContain('deleted')
})

test('what has been waiting for a day is reported as well', async () => {
  const id = await outbox.save()
  await outbox.query(`update deliveries set queued_at = clock_timestamp() - interval '25 hours'`)
  await sending(taking)
  expect(sent[0]?.text).toContain(`${id}  queued`)
})

/** Lets time pass since the last digest, and no delivery grow older. */
const later = (time: string) => outbox.query(`update upkeep set digest_at = digest_at - interval '${time}'`)

test('one e-mail a day of the same, however many processes ask', async () => {
  await needingReview()
  await Promise.all(Array.from({ length: 8 }, () => sending(taking)))
  await later('23 hours')
  await sending(taking)
  expect(sent).toHaveLength(1)
  await later('2 hours')
  await sending(taking)
  expect(sent).toHaveLength(2)
})

test('something new is told within the hour, and not more often', async () => {
  await needingReview()
  await sending(taking)
  await needingReview('rejected', 'error-message')
  await later('59 minutes')
  await sending(taking)
  expect(sent).toHaveLength(1)
  await later('2 minutes')
  await Promise.all(Array.from({ length: 8 }, () => sending(taking)))
  expect(sent.map(({ subject }) => subject)).toEqual(['A delivery needs a person', '2 deliveries need a person'])
  await later('61 minutes')
  await sending(taking)
  expect(sent).toHaveLength(2)
})

test.each<[string, string]>([
  ['a request for deletion', 'insert into deletion_requests (user_id) values (gen_random_uuid())'],
  ['a delivery that now waits for a day', `update deliveries set queued_at = clock_timestamp() - interval '24 hours' where state = 'queued'`],
  ['a backup that is overdue now', `update upkeep set backups_since = clock_timestamp() - interval '2 days', backup_every_seconds = 86400`],
])('%s is something new', async (_, happens) => {
  await needingReview()
  await outbox.save()
  await sending(taking)
  await later('61 minutes')
  await sending(taking)
  expect(sent).toHaveLength(1)
  await outbox.query(happens)
  await sending(taking)
  expect(sent).toHaveLength(2)
})

test('an e-mail that was not sent is due again in an hour, not at once', async () => {
  await needingReview()
  await sending(failing)
  expect(logged).toEqual(['digest-not-sent'])
  await sending(taking)
  expect(sent).toEqual([])
  await outbox.query(`update upkeep set digest_at = digest_at - interval '61 minutes'`)
  await sending(taking)
  expect(sent).toHaveLength(1)
})

test('where one of two ways fails, the other one is enough', async () => {
  await needingReview()
  await sending(failing, taking)
  expect([sent.length, logged]).toEqual([1, []])
})

test('where nobody can be written to, the log says it, once a day', async () => {
  await needingReview()
  await needingReview('rejected')
  for (let asked = 0; asked < 2; asked += 1) {
    await sending()
  }
  expect(logged).toEqual(['deliveries-need-a-person {"count":2}'])
  expect(sent).toEqual([])
})

test('a long list is cut, and says so', () => {
  const since = '2031-03-04T05:06:07+00:00'
  const { subject, text } = digestOf({ count: 23, deliveries: [{ id: 'an-id', state: 'rejected', reason: null, since }], deletions: 0, backup_age_seconds: null, payments: 0, not_onboarded: 0 })
  expect(subject).toBe('23 deliveries need a person')
  expect(text).toContain('an-id  rejected  since 2031-03-04\n… and 22 more: npm run enrollments -- list --state needs_review --state rejected --state queued')
})

async function listen(httpStatus: number): Promise<{ server: Server; url: string; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text) => (body += text))
    request.on('end', () => {
      heard.push(`${request.method} ${request.headers['content-type']} ${body}`)
      response.writeHead(httpStatus, { location: '/elsewhere' }).end()
    })
  })
  return { server, url: `http://127.0.0.1:${await listenAnywhere(server)}/secret`, heard }
}

const digest = { subject: 'A delivery needs a person', text: 'an-id  rejected\n' }

test('a webhook is called once, with a text', async () => {
  const { server, url, heard } = await listen(204)
  expect(await teamWebhook(url, { fetch, log })(digest)).toBe('sent')
  expect(heard).toEqual([`POST application/json {"text":"A delivery needs a person\\n\\nan-id  rejected\\n"}`])
  server.close()
})

test.each([302, 404, 500])('a webhook that answers %i was not told, and its address is in no log', async (httpStatus) => {
  const { server, url, heard } = await listen(httpStatus)
  expect(await teamWebhook(url, { fetch, log })(digest)).toBe('failed')
  expect([heard.length, logged]).toEqual([1, [`team-webhook-failed {"reason":"HTTP ${httpStatus}"}`]])
  server.close()
})

test('a webhook that cannot be reached was not told', async () => {
  const { server, url } = await listen(200)
  await new Promise((resolve) => server.close(resolve))
  expect(await teamWebhook(url, { fetch, log })(digest)).toBe('failed')
  expect(logged).toEqual(['team-webhook-failed {"reason":"TypeError"}'])
})
