import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emailFacts } from '../../domain/email-facts.ts'
import { compose } from './compose.ts'
import type { EmailKind } from './mailer.ts'

const folder = path.resolve(import.meta.dirname, '../../supabase')
const config = readFileSync(path.join(folder, 'config.toml'), 'utf8')

const link = '{{ .ConfirmationURL }}'
const code = '{{ .Token }}'

interface Template {
  kind: EmailKind
  section: string
  /** As the configuration names it: from the folder above for templates, from `supabase/` for notifications. */
  file: string
  carries: { link?: string; code?: string; newEmail?: string }
}

const template = (kind: EmailKind, name: string, carries: Template['carries']): Template => ({
  kind,
  section: `auth.email.template.${name}`,
  file: `./supabase/templates/${name}.html`,
  carries,
})

const notification = (kind: EmailKind, name: string): Template => ({
  kind,
  section: `auth.email.notification.${name}`,
  file: `./templates/${name}.html`,
  carries: {},
})

const templates: Template[] = [
  template('confirmation', 'confirmation', { link, code }),
  template('recovery', 'recovery', { link, code }),
  template('magic-link', 'magic_link', { link, code }),
  template('invitation', 'invite', { link, code }),
  template('email-change', 'email_change', { link, code, newEmail: '{{ .NewEmail }}' }),
  template('reauthentication', 'reauthentication', { code }),
  notification('password-changed', 'password_changed'),
  notification('factor-added', 'mfa_factor_enrolled'),
  notification('factor-removed', 'mfa_factor_unenrolled'),
]

/** The settings of one table of the file, as they are written. */
function settingsOf(section: string): Record<string, string> {
  const [, rest = ''] = config.split(`\n[${section}]\n`)
  const [own = ''] = rest.split(/^\[/m)
  return Object.fromEntries([...own.matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

// `npx vitest run supabase-templates -u` writes them anew.
test.each(templates)('the $kind e-mail is the same by Supabase (-u writes it)', async ({ kind, file, carries }) => {
  const { html } = await compose({ kind, ...carries })
  await expect(html).toMatchFileSnapshot(path.join(folder, 'templates', path.basename(file)))
})

test.each(templates)('config.toml names the $kind e-mail and its subject', async ({ kind, section, file }) => {
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
