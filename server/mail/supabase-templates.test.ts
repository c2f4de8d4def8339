import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emailFacts } from '../../domain/email-facts.ts'
import { compose } from '../../mail/compose.ts'
import { supabaseTemplates, templateFile, templateHtml, writeTemplates } from './supabase-templates.ts'

const folder = path.resolve(import.meta.dirname, '../../supabase')
const config = readFileSync(path.join(folder, 'config.toml'), 'utf8')

/** The settings of one table of the file, as they are written. */
function settingsOf(section: string): Record<string, string> {
  const [, rest = ''] = config.split(`\n[${section}]\n`)
  const [own = ''] = rest.split(/^\[/m)
  return Object.fromEntries([...own.matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

test.each(supabaseTemplates)('the $kind e-mail is the same by Supabase; if not, run: npm run texts', async (template) => {
  expect(readFileSync(templateFile(folder, template), 'utf8')).toBe(await templateHtml(template))
})

test('npm run texts writes each of them', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'templates-'))
  cpSync(path.join(folder, 'templates'), path.join(copy, 'templates'), { recursive: true })
  const files = supabaseTemplates.map((template) => templateFile(copy, template))
  for (const file of files) truncateSync(file)
  await writeTemplates(copy)
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(await Promise.all(supabaseTemplates.map(templateHtml)))
  rmSync(copy, { recursive: true })
})

test.each(supabaseTemplates)('config.toml names the $kind e-mail and its subject', async ({ kind, section, file }) => {
  const { subject } = await compose({ kind })
  expect(settingsOf(section)).toMatchObject({ subject: JSON.stringify(subject), content_path: JSON.stringify(file) })
})

test('Supabase keeps the same times and codes', () => {
  expect(settingsOf('auth.email')).toMatchObject({
    otp_length: String(emailFacts.codeDigits),
    otp_expiry: String(emailFacts.lifetimeSeconds),
    max_frequency: `"${emailFacts.intervalSeconds}s"`,
  })
})
