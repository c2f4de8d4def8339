import type { Log } from '../log.ts'
import { createKeptMail } from './kept-mail.ts'
import type { MailSettings } from './mail-settings.ts'
import { type ClosableMailer, createSmtpMailer } from './smtp-mailer.ts'

/** Sends letters where a mail server is configured, and else keeps them in the folder. */
export function createMailer(
  { from, smtp }: MailSettings,
  folder: string,
  { now, log }: { now: () => Date; log: Log },
): ClosableMailer {
  if (smtp) return createSmtpMailer({ from, smtp }, log)
  return { ...createKeptMail({ folder, from, now, log }), close: async () => undefined }
}
