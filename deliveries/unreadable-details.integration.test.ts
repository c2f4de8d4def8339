import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openKeyring } from '../server/personal-details/keyring.ts'
import { type DisputeSystem, openDisputeSystem } from '../tests/helpers/dispute-system.ts'
import { openOutbox, type TestOutbox } from '../tests/helpers/outbox.ts'
import { openStaffTerminal } from '../tests/helpers/staff-terminal.ts'
import { deliverNow } from './deliver-now.ts'
import { drain } from './drain.ts'
import { createDetailsOpener } from './personal-details.ts'

// A delivery whose ciphertext cannot be opened (R-DETAILS-ENCRYPTED).

let outbox: TestOutbox
let system: DisputeSystem
let folder: string
let logged: unknown[]

beforeAll(async () => {
  outbox = await openOutbox()
  folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
})
afterAll(async () => {
  await outbox?.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  system = openDisputeSystem()
  logged = []
  await outbox.clear()
})

/** As of a worker that has this file of private keys. */
const dependencies = (file = inject('keysFile')) =>
  outbox.dependencies({
    fetch: system.fetch,
    openDetails: createDetailsOpener(openKeyring(file)),
    log: (...entry) => void logged.push(entry),
  })
const drained = (file?: string) => drain(system.settings, dependencies(file), new AbortController().signal)

const bytes = (position: number) =>
  `overlay(personal_details placing '\\x00' from ${position} for 1) || case when get_byte(personal_details, ${position - 1}) = 0 then '\\x00'::bytea else ''::bytea end`

const held = { state: 'needs_review', reason: 'details-unreadable', attempts: 1 }

test.each([
  ['its session key', bytes(100)],
  ['its content', bytes(520)],
  ['its end', 'substr(personal_details, 1, octet_length(personal_details) - 1)'],
  ['its whole', `'\\x00'`],
  ['nothing, but it is of another row', `(select personal_details from enrollments order by created_at limit 1)`],
])('of which %s is damaged goes to a person, unsent; others go on', async (_, damage) => {
  const other = await outbox.save()
  const id = await outbox.save()
  await outbox.query(`update enrollments set personal_details = ${damage} where id = $1`, [id])
  await drained()
  expect(system.sent).toEqual([other])
  expect(await outbox.deliveryOf(id)).toMatchObject(held)
  expect(await outbox.attemptsOf(id)).toMatchObject([{ outcome: 'held', reason: 'details-unreadable' }])
  expect(logged).toContainEqual(['enrollment-not-delivered', expect.objectContaining({ enrollmentId: id, reason: 'details-unreadable' })])
})

test('goes to a person also where the key is not here, and is sent once it is, when that person says so', async () => {
  const file = path.join(folder, 'personal-details.env')
  const id = await outbox.save()
  await drained(file)
  expect([await outbox.deliveryOf(id), system.sent]).toMatchObject([held, []])
  const terminal = openStaffTerminal(outbox.url, { PERSONAL_DETAILS_KEYS_FILE: file })
  expect((await terminal.run(`show ${id}`)).output).toContain('Nothing was sent: no key here opens')
  expect((await terminal.run(`show ${id} --reveal --yes`)).output).toMatch(/^Born +cannot be opened here: see doctor$/m)
  await copyFile(inject('keysFile'), file)
  expect((await terminal.run(`show ${id} --reveal --yes`)).output).toMatch(/^Born +1984-05-06$/m)
  // Nothing can be there yet, so nobody asks.
  expect((await terminal.run(`retry ${id}`)).exitCode).toBe(0)
  await drained(file)
  expect([await outbox.deliveryOf(id), system.sent]).toMatchObject([{ state: 'delivered' }, [id]])
})

test('is reported to the browser that waits for it', async () => {
  const id = await outbox.save()
  expect(await deliverNow(id, system.settings, dependencies(path.join(folder, 'none'))).state).toBe('needs_review')
})

test('is sent by itself once the client fills in the form again', async () => {
  const id = await outbox.save()
  await drained(path.join(folder, 'none'))
  await outbox.change(id, { date_of_birth: '1984-05-07', ssn_last_four: '4822' })
  await outbox.query('update deliveries set due_at = clock_timestamp()')
  await drained()
  expect(await outbox.deliveryOf(id)).toMatchObject({ state: 'delivered', version: 2 })
})

test('says nothing about the destination: neither its failures nor its pause change', async () => {
  const pace = () => outbox.query('select failures, paused_until from delivery_pace')
  await outbox.save()
  await outbox.query(`update delivery_pace set failures = 7, paused_until = clock_timestamp() - interval '1 second'`)
  const before = await pace()
  await drained(path.join(folder, 'none'))
  expect(await pace()).toEqual(before)
})

test('is not held if a newer version has come meanwhile', async () => {
  const id = await outbox.save()
  const lease = await outbox.leased()
  await outbox.change(id, { city: 'Columbus' })
  expect(await outbox.finish(lease, { outcome: 'held', reason: 'details-unreadable' })).toBe('queued')
})
