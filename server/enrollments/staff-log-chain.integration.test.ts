import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// Somebody with a superuser's rights changes the log behind its triggers, and `doctor` says where.

let outbox: TestOutbox
/** Where doctor keeps what it saw. */
let kept: string

beforeEach(async () => {
  outbox = await openOutbox()
  kept = await mkdtemp(path.join(tmpdir(), 'staff-log-'))
})
afterEach(async () => {
  await outbox?.close()
  await rm(kept, { recursive: true, force: true })
})

/** Somebody at the machine, or with an account. */
const record = (staff: string, account: string | null = null) =>
  outbox.query(`insert into staff_log (staff, action, enrollments, staff_id) values ($1, 'export', 3, $2)`, [staff, account])

async function recordFive(): Promise<void> {
  for (const staff of ['ruth', 'naomi', 'boaz', 'obed', 'jesse']) await record(staff, staff === 'boaz' ? randomUUID() : null)
}

async function tamper(statement: string): Promise<void> {
  await outbox.query('alter table staff_log disable trigger all')
  await outbox.query(statement)
  await outbox.query('alter table staff_log enable trigger all')
}

/** The result and the words of doctor's line about the log. */
async function examined(dataFolder = kept): Promise<[result: string, detail: string]> {
  const { output } = await openStaffTerminal(outbox.url, { DATA_DIR: dataFolder }).doctor()
  const [, result = '', detail = ''] = /^(\w+) +Staff log +(.*)$/m.exec(output) ?? []
  return [result, detail]
}

test('a log that nobody touched is unbroken, also when it has grown since', async () => {
  expect(await examined()).toEqual(['ok', 'without entries'])
  await recordFive()
  expect(await examined()).toEqual(['ok', expect.stringMatching(/^unbroken, 5 entries, the last is [0-9a-f]{16}$/)])
  await record('david')
  expect(await examined()).toEqual(['ok', expect.stringContaining('6 entries')])
})

test('concurrent entries form one chain, without those that were rolled back', async () => {
  const failing = outbox.database
    .transaction(async (client) => {
      await client.query(`insert into staff_log (staff, action) values ('ruth', 'purge')`)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await Promise.all([failing, ...Array.from({ length: 40 }, (_, index) => record(`staff ${index}`))])
  expect(await examined()).toEqual(['ok', expect.stringContaining('40 entries')])
})

test('an entry is signed with everything that it says', async () => {
  await recordFive()
  const columns = ["staff = 'x'", "note = 'x'", "login = 'x'", "action = 'purge'", 'enrollments = 4', "at = at + interval '1 us'", 'enrollment_id = gen_random_uuid()', 'account_id = gen_random_uuid()', 'staff_id = gen_random_uuid()', 'staff_id = null']
  for (const change of columns) {
    await tamper(`create table kept as select * from staff_log; update staff_log set ${change} where id = 3`)
    expect([change, ...(await examined())]).toEqual([change, 'fault', expect.stringMatching(/^entry 3 of \S+Z was changed/)])
    await tamper('truncate staff_log; insert into staff_log select * from kept; drop table kept')
  }
  expect(await examined()).toEqual(['ok', expect.stringContaining('5 entries')])
})

test('an entry that was changed and signed again is not the one that the next entry follows', async () => {
  await recordFive()
  await tamper("update staff_log set hash = repeat('0', 64) where id = 3")
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^entry 3 /)])
  await tamper(`update staff_log set staff = 'x', hash = ${resigned('x', 3)} where id = 3`)
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^entry 4 of \S+Z was changed, or the one before it was replaced$/)])
})

test('an entry that was deleted in the middle, or at the beginning, is missing', async () => {
  await recordFive()
  await tamper('delete from staff_log where id = 3')
  expect(await examined()).toEqual(['fault', 'entry 3 is missing'])
  await tamper('delete from staff_log where id = 1')
  expect(await examined()).toEqual(['fault', 'entry 1 is missing'])
})

test('entries that were deleted at the end are missed by the record of the end', async () => {
  await recordFive()
  await tamper('delete from staff_log where id > 3')
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^it ends with entry 3 of 5: /)])
  await tamper('delete from staff_log')
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^it ends with entry 0 of 5: /)])
  await tamper('delete from staff_log_head')
  expect(await examined()).toEqual(['fault', 'the record of its end is missing'])
})

test('an entry that was slipped in at the end is not the one that was written last', async () => {
  await recordFive()
  await tamper(`insert into staff_log select 6, at, staff, note, login, action, enrollment_id, enrollments, account_id, ${resigned('jesse', 6)} from staff_log where id = 5`)
  expect(await examined()).toEqual(['fault', 'entry 6 is not the one that was written last'])
})

test('whoever corrects the record of the end too is betrayed by what doctor has seen', async () => {
  await recordFive()
  expect((await examined())[0]).toBe('ok')
  const end = 'update staff_log_head set (entries, hash) = (select id, hash from staff_log order by id desc limit 1)'
  await tamper(`delete from staff_log where id > 3; ${end}`)
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^it ends with entry 3 of 5: /)])
  await record('somebody')
  await record('else')
  expect(await examined()).toEqual(['fault', expect.stringMatching(/^entry 5 is not the one that was seen earlier/)])
})

test('where nothing can be kept or compared it says so', async () => {
  await recordFive()
  await writeFile(path.join(kept, 'staff-log-seen.json'), 'damaged')
  expect(await examined()).toEqual(['warning', expect.stringContaining('cannot be read, so nothing is compared')])
  expect(await examined('/dev/null/data')).toEqual(['warning', expect.stringMatching(/5 entries.*cannot be kept in \/dev\/null\S+ \(\w+\)$/)])
})

/** The hash that entry `id` would have if `staff` had written it: anybody can compute it. */
const resigned = (staff: string, id: number) => `(
  select encode(sha256(convert_to(concat_ws(e'\\n', array_to_string(array[
    before.hash, '${id}', to_char(own.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '${staff}', own.note, own.login,
    own.action, own.enrollment_id::text, own.enrollments::text, own.account_id::text
  ], e'\\n', ''), own.staff_id::text), 'UTF8')), 'hex')
  from staff_log before, staff_log own where before.id = ${id - 1} and own.id = least(${id}, 5)
)`
