import { type Notifier, teamWebhook } from '../../deliveries/team-digest.ts'
import type { MailSettings } from '../../mail/mail-settings.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Log } from '../runtime/log.ts'

export interface TeamSettings {
  /** Who receives the digest of what needs a person. */
  teamEmail: string | undefined
  teamWebhookUrl: string | undefined
  mail: MailSettings
}

/** The ways to the team, by the setting of each. E-mail is one only with a mail server: without, it is just a file. */
export function notifiersFor({ teamEmail, teamWebhookUrl, mail }: TeamSettings, mailer: Mailer, log: Log): Map<string, Notifier> {
  const notifiers = new Map<string, Notifier>()
  if (teamEmail && mail.smtp) notifiers.set('TEAM_EMAIL', (digest) => mailer.send({ kind: 'notice', to: teamEmail, ...digest }))
  if (teamWebhookUrl) notifiers.set('TEAM_WEBHOOK_URL', teamWebhook(teamWebhookUrl, { fetch, log }))
  return notifiers
}
