import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { plans } from '../../domain/plans.ts'
import { startCommand } from '../../tests/helpers/command.ts'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal, type StaffTerminal } from '../../tests/helpers/staff-terminal.ts'
import { exists } from '../runtime/exists.ts'

let outbox: TestOutbox
let terminal: StaffTerminal
let folder: string
let file: string

beforeAll(async () => {
  outbox = await openOutbox()
  terminal = openStaffTerminal(outbox.url)
  folder = await mkdtemp(path.join(tmpdir(), 'export-'))
})
afterAll(async () => {
  await outbox?.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await outbox.clear()
  file = path.join(folder, `${crypto.randomUUID()}.csv`)
})

const lastEntry = async () =>
  (await outbox.query('select staff, action, enrollments from staff_log order by id desc limit 1'))[0]

test('the file has a head and a line for each enrollment, and only its owner reads it', async () => {
  const id = await outbox.save({ notes: '=HYPERLINK("http://x.example","Call, please")' })
  await outbox.save({ onboarding_completed: false })
  expect(await terminal.run(`export ${file}`)).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 in ') })
  const text = await readFile(file, 'utf8')
  expect(text.split('\r\n')).toHaveLength(4)
  expect(text).toMatch(/^id,saved_at,delivery,reason,payment,plan,name,/)
  expect(terminal.progress).toEqual([['Exporting', 2, { of: 2 }]])
  expect(text).toContain(id)
  expect(text).toContain('Mary Jo Ann van der Berg')
  expect(text).toContain(`"'=HYPERLINK(""http://x.example"",""Call, please"")"`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await lastEntry()).toEqual({ staff: 'ruth', action: 'export', enrollments: 2 })
})

test('dates of birth and SSN digits are in it only on purpose, and recorded', async () => {
  const id = await outbox.save()
  await terminal.run(`export ${file}`)
  // Ids and times have any digits.
  const text = (await readFile(file, 'utf8')).replaceAll(id, '').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  expect(text).not.toMatch(/1984|4821|ssn|birth/)
  const other = `${file}.2`
  expect((await terminal.run(`export ${other} --with-personal-details`)).exitCode).toBe(1)
  expect((await terminal.run(`export ${other} --with-personal-details`, 'no')).exitCode).toBe(1)
  await expect(stat(other)).rejects.toThrow('ENOENT')
  expect((await terminal.run(`export ${other} --with-personal-details`, 'export')).exitCode).toBe(0)
  expect(await readFile(other, 'utf8')).toMatch(/,1984-05-06,4821\r\n$/)
  expect(await lastEntry()).toEqual({ staff: 'ruth', action: 'export-with-personal-details', enrollments: 1 })
})

test('stopped by Ctrl-C, it says so and leaves no file', async () => {
  await outbox.save()
  const variables = { DATABASE_URL: outbox.url, PERSONAL_DETAILS_KEYS_FILE: inject('keysFile') }
  await outbox.database.transactionAs({ role: 'service_role' }, async (client) => {
    // As an export of very many enrollments, it is not done before this ends.
    await client.query('reset role')
    await client.query('lock table public.enrollments in access exclusive mode')
    const stopped = startCommand(variables, 'server/commands/enrollments.ts', undefined, ['export', file])
    await expect.poll(() => exists(file), { timeout: 60_000 }).toBe(true)
    stopped.child.kill('SIGINT')
    expect([await stopped.ended, stopped.output()]).toEqual([1, 'Stopped. No file was written.\n'])
  })
  expect(await exists(file)).toBe(false)
})

test('what no key here opens is not in it, and that is said', async () => {
  await outbox.save()
  await outbox.save({ onboarding_completed: false, date_of_birth: null, ssn_last_four: null })
  const elsewhere = openStaffTerminal(outbox.url, { PERSONAL_DETAILS_KEYS_FILE: `${folder}/none.env` })
  const { exitCode, output } = await elsewhere.run(`export ${file} --with-personal-details --yes`)
  expect([exitCode, output]).toEqual([1, expect.stringContaining('Date of birth and SSN of 1 are not in it: no key here opens them.')])
  expect(await readFile(file, 'utf8')).toMatch(/,date_of_birth,ssn_last_four\r\n.*,,\r\n.*,,\r\n$/)
})

test('filters choose what is exported', async () => {
  await outbox.save({ plan_name: plans.audit.name })
  await outbox.save()
  expect((await terminal.run(`export ${file} --plan audit`)).output).toContain('1 in ')
})

test('a byte order mark stands at the start on request', async () => {
  await terminal.run(`export ${file} --bom`)
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,/)
})

test('an existing file is left alone, and one that cannot be written is reported', async () => {
  await writeFile(file, 'mine')
  expect((await terminal.run(`export ${file}`)).faults).toContain('exists already')
  expect(await readFile(file, 'utf8')).toBe('mine')
  expect((await terminal.run(`export ${folder}/none/x.csv`)).faults).toContain('cannot be written (ENOENT)')
})

test('thousands of rows arrive whole and in order', async () => {
  await outbox.query(
    `insert into enrollments (created_at, plan_name) select now() - interval '1 day' + number * interval '1 s', 'Plan ' || number
     from generate_series(1, 2500) number`,
  )
  await terminal.run(`export ${file}`)
  const exported = [...(await readFile(file, 'utf8')).matchAll(/Plan (\d+)/g)].map(([, number]) => Number(number))
  expect(exported).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1))
})
