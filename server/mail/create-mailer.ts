import type { Log } from '../runtime/log.ts'
import { createFileMailer } from './file-mailer.ts'
import type { MailSettings } from '../../mail/mail-settings.ts'
import { type ClosableMailer, createSmtpMailer } from './smtp-mailer.ts'

/** Sends e-mails by SMTP if a mail server is configured, otherwise keeps them as files. */
export function createMailer(
  { from, smtp }: MailSettings,
  folder: string,
  { now, log }: { now: () => Date; log: Log },
): ClosableMailer {
  if (smtp) return createSmtpMailer({ from, smtp }, log)
  return { ...createFileMailer({ folder, from, now, log }), close: async () => undefined }
}
