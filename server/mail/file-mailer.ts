import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { errorCode } from '../../domain/error-facts.ts'
import type { Log } from '../runtime/log.ts'
import { messageOf } from '../../mail/compose.ts'
import type { MailSettings } from '../../mail/mail-settings.ts'
import type { Mailer } from '../../mail/mailer.ts'

interface FileMailerOptions {
  folder: string
  from: MailSettings['from']
  now: () => Date
  log: Log
  /** The oldest e-mails beyond this number are deleted. */
  maxKept?: number
}

/**
 * Keeps each e-mail as a file that mail programs can open, and logs its name. Its links and codes open an account, so
 * only the owner can read it.
 */
export function createFileMailer({ folder, from, now, log, maxKept = 200 }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(email) {
      const time = now()
      try {
        const message = await messageOf(email, from)
        const { message: bytes } = await transport.sendMail({ ...message, date: time })
        const file = `${fileTime(time)}-${email.kind}-${randomBytes(3).toString('hex')}.eml`
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path.join(folder, file), bytes, { mode: 0o600, flag: 'wx' })
        log('email-kept', { file })
        await removeOldest(folder, maxKept)
        return 'sent'
      } catch (error) {
        log('email-failed', { kind: email.kind, reason: errorCode(error) ?? 'unknown' })
        return 'failed'
      }
    },
  }
}

/** Sorts by time, and is a valid file name everywhere. */
function fileTime(date: Date): string {
  return date.toISOString().replace(/[:.]/g, '-')
}

async function removeOldest(folder: string, maxKept: number): Promise<void> {
  const emails = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted()
  await Promise.all(emails.slice(0, -maxKept).map((file) => rm(path.join(folder, file), { force: true })))
}
