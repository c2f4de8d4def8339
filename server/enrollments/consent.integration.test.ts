import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRecordedTexts } from '../../build/text-ledger.ts'
import { sha256Of } from '../../build/sha256.ts'
import { consentsIn, type ShownText } from '../../domain/consents.ts'
import { addUser, insertOf, type TestUser, validRow } from '../../tests/helpers/enrollments.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'

let outbox: TestOutbox
let terminal: StaffTerminal
let ruth: TestUser
let site: string

const label = 'I agree to receive text messages. Reply STOP to opt out.'
const sms: ShownText = { document: 'sms', version: '2031-03-04', sha256: sha256Of(label) }
const lost: ShownText = { document: 'terms', version: '2031-03-04', sha256: sha256Of('Terms that nobody kept') }

beforeAll(async () => {
  outbox = await openOutbox()
  site = await mkdtemp(path.join(tmpdir(), 'site-'))
  await mkdir(path.join(site, 'legal'))
  await writeFile(path.join(site, 'legal/texts.json'), JSON.stringify([{ ...sms, text: label }]))
  terminal = openStaffTerminal(outbox.url, { DIST_DIR: site })
  ruth = await addUser(outbox.database, 'ruth@example.com')
  await outbox.query(`update auth.sessions set ip = '203.0.113.7'`)
})
afterAll(async () => {
  await outbox?.close()
  await rm(site, { recursive: true })
})
beforeEach(() => outbox.clear())

async function send(...texts: ShownText[]): Promise<string> {
  const id = crypto.randomUUID()
  const { text, values } = insertOf({ id, ...validRow(ruth.id) })
  await outbox.database.transactionAs(ruth.claims, (client) => client.query(text, values), { consents: consentsIn(texts) })
  return id
}

test('the texts of the site and all on record are kept, once', async () => {
  const recorded = await readRecordedTexts(path.resolve(import.meta.dirname, '../../content'))
  expect((await terminal.run('keep-texts')).output).toBe(`${recorded.length + 1} texts are kept from now on.`)
  expect((await terminal.run('keep-texts')).output).toBe('Every text was kept already.')
})

test('the proof has each entry, and each text in the version that was shown', async () => {
  const id = await send(sms, lost)
  const { exitCode, output } = await terminal.run(`consent ${id.slice(0, 8)}`)
  expect(exitCode).toBe(0)
  expect(output).toContain(`Enrollment ${id}`)
  const time = String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
  for (const document of ['sms', 'terms']) {
    expect(output).toMatch(new RegExp(`${time}  given   ${document} +2031-03-04  203.0.113.7  account ${ruth.id}$`, 'm'))
  }
  expect(output).toContain(`sms, version 2031-03-04, SHA-256 ${sms.sha256}:\n\n${label}`)
  expect(output).toContain(`terms, version 2031-03-04, SHA-256 ${lost.sha256}:\n\nThis text is not kept here`)
})

test('the proof as JSON has the same, for other programs', async () => {
  await terminal.run('keep-texts')
  const id = await send(sms)
  const { exitCode, output } = await terminal.run(`consent ${id} --json`)
  expect([exitCode, JSON.parse(output)]).toEqual([
    0,
    { id, entries: [expect.objectContaining({ action: 'given', account: ruth.id, network: '203.0.113.7' })], bodies: [{ ...sms, body: label }] },
  ])
})

test('without a consent it says so', async () => {
  const id = await outbox.save()
  expect((await terminal.run(`consent ${id} --json`)).exitCode).toBe(1)
  expect(await terminal.run(`consent ${id}`)).toMatchObject({ exitCode: 1, output: `No consent is recorded for ${id}.` })
})

test('a consent is withdrawn once, after asking, and the staff log and show tell it', async () => {
  const id = await send(sms)
  expect((await terminal.run(`show ${id}`)).output).toMatch(/^Texting +consented, \d{4}-.* UTC$/m)
  expect(await terminal.run(`withdraw-consent ${id} sms`, 'no')).toMatchObject({ exitCode: 1, faults: 'Nothing was done.' })
  expect(await terminal.run(`withdraw-consent ${id} sms`, id.slice(0, 8))).toMatchObject({ exitCode: 0, faults: '' })
  expect((await terminal.run(`show ${id}`)).output).toMatch(/^Texting +withdrawn, \d{4}-.* UTC$/m)
  expect((await terminal.run(`consent ${id}`)).output).toMatch(/  withdrawn  sms   2031-03-04  -            the staff$/m)
  expect(await outbox.query('select staff, action from staff_log where enrollment_id = $1', [id])).toEqual([
    { staff: 'ruth', action: 'withdraw-consent' },
  ])
  expect(await terminal.run(`withdraw-consent ${id} sms`, 'no')).toMatchObject({
    exitCode: 1, faults: 'There is no such consent that stands: see consent.',
  })
  expect(await outbox.query('select from staff_log where enrollment_id = $1', [id])).toHaveLength(1)
})

test('nobody is texted who did not agree to it', async () => {
  const id = await send(lost)
  expect((await terminal.run(`show ${id}`)).output).toMatch(/^Texting +no consent$/m)
})

test('an export says who may be texted', async () => {
  const [agreed, not] = [await send(sms, lost), await send(lost)]
  const file = path.join(site, 'export.csv')
  expect(await terminal.run(`export ${file}`)).toMatchObject({ exitCode: 0 })
  const [head = '', ...lines] = (await readFile(file, 'utf8')).split('\r\n')
  const place = head.split(',').indexOf('may_be_texted')
  const answers = lines.slice(0, -1).map((line) => [line.split(',')[0], line.split(',')[place]])
  expect(Object.fromEntries(answers)).toEqual({ [agreed]: 'yes', [not]: 'no' })
})

test('the proof of a deleted enrollment is found by its id', async () => {
  const id = await send(sms)
  expect((await terminal.run(`delete ${id} --yes`)).output).toContain(`keep its id with the client's request`)
  const { exitCode, output } = await terminal.run(`consent ${id}`)
  expect(exitCode).toBe(0)
  expect(output).toContain(label)
})

test('the doctor warns of texts that are not kept, and of enrollments without consents', async () => {
  const examine = async (folder = site) =>
    /^\S+ +Consents .*$/m.exec((await openStaffTerminal(outbox.url, { DIST_DIR: folder }).doctor()).output)?.[0]
  await terminal.run('keep-texts')
  await send(sms)
  expect(await examine()).toMatch(/^ok /)
  const { text, values } = insertOf({ id: crypto.randomUUID(), ...validRow(ruth.id) })
  await outbox.database.transactionAs(ruth.claims, (client) => client.query(text, values))
  expect(await examine()).toMatch(/^warning +Consents +1 enrollments were sent without one/)
  const other = await mkdtemp(path.join(tmpdir(), 'site-'))
  await mkdir(path.join(other, 'legal'))
  await writeFile(path.join(other, 'legal/texts.json'), JSON.stringify([{ ...lost, text: 'Terms that nobody kept' }]))
  expect(await examine(other)).toMatch(/^warning +Consents +1 texts of this site are not kept/)
  await rm(other, { recursive: true })
})
