import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import { errorCode } from '../postgres/connection-fault.ts'
import type { MailSettings } from './mail-settings.ts'
import type { Mailer } from './mailer.ts'
import { messageOf } from './message.ts'

interface KeptMailOptions {
  folder: string
  from: MailSettings['from']
  now: () => Date
  log: Log
  /** The oldest letters beyond this number are removed. */
  mostKept?: number
}

/**
 * Where no mail server is configured: each letter becomes a file that mail programs open, readable by its owner alone
 * and named on the console. Its links and codes open an account.
 */
export function createKeptMail({ folder, from, now, log, mostKept = 200 }: KeptMailOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(letter) {
      const time = now()
      try {
        const message = await messageOf(letter, from)
        const { message: bytes } = await transport.sendMail({ ...message, date: time })
        const file = `${fileTime(time)}-${letter.kind}-${randomBytes(3).toString('hex')}.eml`
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path.join(folder, file), bytes, { mode: 0o600, flag: 'wx' })
        log('letter-kept', { file })
        await removeOldest(folder, mostKept)
        return 'sent'
      } catch (error) {
        log('letter-failed', { kind: letter.kind, reason: errorCode(error) ?? 'unknown' })
        return 'failed'
      }
    },
  }
}

/** Sorts as time does, and is a file name everywhere. */
function fileTime(date: Date): string {
  return date.toISOString().replace(/[:.]/g, '-')
}

async function removeOldest(folder: string, mostKept: number): Promise<void> {
  const letters = (await readdir(folder)).filter((file) => file.endsWith('.eml')).toSorted()
  await Promise.all(letters.slice(0, -mostKept).map((file) => rm(path.join(folder, file), { force: true })))
}
