import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { emailLink, type LinkType } from '../../domain/email-link.ts'
import { compose } from '../../mail/compose.ts'
import type { EmailKind } from '../../mail/mailer.ts'

/** An e-mail that Supabase sends itself, from a file of ours (https://supabase.com/docs/guides/auth/auth-email-templates). */
export interface SupabaseTemplate {
  kind: EmailKind
  /** Its table in `supabase/config.toml`. */
  section: string
  /** As that table names it: from the folder above for templates, from `supabase/` for notifications. */
  file: string
  /** The variables that Supabase fills in. */
  carries: { link?: string; code?: string; newEmail?: string }
}

const code = '{{ .Token }}'
const newEmail = '{{ .NewEmail }}'

/** Where the gateway's own lead. Supabase writes the address into the link, as its place there needs it. */
const link = (type: LinkType, email = '{{ .Email }}') =>
  `${emailLink('{{ .SiteURL }}/', { hash: '{{ .TokenHash }}', type, email: '' })}${email}&redirect_to={{ .RedirectTo }}`

const template = (kind: EmailKind, name: string, carries: SupabaseTemplate['carries']): SupabaseTemplate => ({
  kind,
  section: `auth.email.template.${name}`,
  file: `./supabase/templates/${name}.html`,
  carries,
})

const notification = (kind: EmailKind, name: string): SupabaseTemplate => ({
  kind,
  section: `auth.email.notification.${name}`,
  file: `./templates/${name}.html`,
  carries: {},
})

export const supabaseTemplates: SupabaseTemplate[] = [
  template('confirmation', 'confirmation', { link: link('signup'), code }),
  template('recovery', 'recovery', { link: link('recovery'), code }),
  template('magic-link', 'magic_link', { link: link('magiclink'), code }),
  template('invitation', 'invite', { link: link('invite'), code }),
  template('email-change', 'email_change', { link: link('email_change', newEmail), code, newEmail }),
  template('reauthentication', 'reauthentication', { code }),
  notification('password-changed', 'password_changed'),
  notification('factor-added', 'mfa_factor_enrolled'),
  notification('factor-removed', 'mfa_factor_unenrolled'),
]

/** The HTML of a template, in the words of `content/emails/emails.ts`. */
export const templateHtml = async ({ kind, carries }: SupabaseTemplate): Promise<string> => (await compose({ kind, ...carries })).html

/** Where a template lies in the folder `supabase`. */
export const templateFile = (supabase: string, { file }: SupabaseTemplate): string => path.join(supabase, 'templates', path.basename(file))

/** Writes every template into the folder `supabase`. */
export async function writeTemplates(supabase: string): Promise<void> {
  await Promise.all(supabaseTemplates.map(async (each) => writeFile(templateFile(supabase, each), await templateHtml(each))))
}
