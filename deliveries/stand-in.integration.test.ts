import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { createPartners } from '../partners/app.ts'
import { type Listener, listen } from '../server/http/listen.ts'
import { tryAgain, tryMany } from '../tests/helpers/delivery-trial.ts'
import { openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'

// The stand-in for DisputeFox over a real connection, a hundred clients for each of its behaviours.

const count = 100
let outbox: TestOutbox
let partners: Listener

beforeAll(async () => {
  outbox = await openOutbox()
  partners = await listen(createPartners({ slowMs: 0 }), '127.0.0.1', 0, 'PARTNERS_PORT')
})
afterAll(async () => {
  await partners?.close()
  await outbox?.close()
})

const receivedSchema = v.object({ received: v.array(v.object({ enrollmentId: v.string() })) })

const formUrl = () => `${partners.origin}/disputefox/CustumFieldController?method=addWebFormData`
const way = () => ({ settings: { ...openDisputeSystem().settings, url: formUrl() }, fetch })

async function behave(behaviour: string): Promise<void> {
  await fetch(`${partners.origin}/disputefox/received`, { method: 'DELETE' })
  await fetch(`${partners.origin}/disputefox/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ behaviour }),
  })
}

async function received(): Promise<string[]> {
  const answer: unknown = await (await fetch(`${partners.origin}/disputefox/received`)).json()
  return v.parse(receivedSchema, answer).received.map(({ enrollmentId }) => enrollmentId).toSorted()
}

// A hanging answer is tested on the fault server, which knows when the form has arrived.
test.each([
  ['accept', 'accepted', null, 'delivered', null, null],
  ['slow', 'accepted', null, 'delivered', null, null],
  ['error-message', 'rejected', 'error-message', 'rejected', null, null],
  ['disabled-account', 'rejected', 'account-disabled', 'rejected', null, null],
  ['http-400', 'rejected', 'http-status', 'rejected', null, null],
  ['http-429', 'retry', 'http-status', 'queued', 60, 60],
  ['http-500', 'retry', 'http-status', 'queued', 30, null],
  ['http-503', 'retry', 'http-status', 'queued', 30, null],
  ['empty', 'ambiguous', 'empty-body', 'needs_review', null, null],
  ['unknown-body', 'ambiguous', 'unknown-body', 'needs_review', null, null],
  ['html', 'ambiguous', 'unknown-body', 'needs_review', null, null],
  ['malformed-json', 'ambiguous', 'unknown-body', 'needs_review', null, null],
  ['redirect', 'ambiguous', 'redirect', 'needs_review', null, null],
  ['reset-after-body', 'ambiguous', 'no-answer', 'needs_review', null, null],
  ['truncated', 'ambiguous', 'no-answer', 'needs_review', null, null],
])('%s: %s (%s), then %s', async (behaviour, outcome, reason, state, againSeconds, pauseSeconds) => {
  await behave(behaviour)
  const { ids, standings, pausesSeconds } = await tryMany(outbox, count, way())
  expect(standings).toEqual([{ outcome, reason, state, againSeconds, count }])
  expect(pausesSeconds).toEqual([pauseSeconds])
  expect(await received()).toEqual(ids.toSorted())
  await behave('accept')
  const isRepeated = outcome === 'retry'
  expect(await tryAgain(outbox, way())).toEqual({ [isRepeated ? 'delivered' : state]: count })
  expect(await received()).toEqual(isRepeated ? ids.toSorted() : [])
})
