import { setTimeout as delay } from 'node:timers/promises'
import type { MailSettings, SmtpSettings } from '../../mail/mail-settings.ts'
import type { AnyEmail, Mailer } from '../../mail/mailer.ts'
import { createSmtpSender, type SmtpLimits, smtpLimits } from '../../mail/smtp-sender.ts'
import { createGate } from '../runtime/gate.ts'
import type { Log } from '../runtime/log.ts'

/** A mailer that can be closed. It first waits for e-mails in flight, as long as one may take. */
export interface ClosableMailer extends Mailer {
  close(): Promise<void>
}

// Bounds the backlog when the mail server hangs. Each e-mail uses a new connection: e-mails are rare, and the server may
// close idle connections.
const concurrency = { maxConcurrent: 5, maxWaiting: 200 }

/**
 * Sends e-mails by SMTP. A failed one is not retried, since its recipient can request another. Neither the
 * recipient nor the server's response, which repeats it, is logged.
 */
export function createSmtpMailer(
  settings: MailSettings & { smtp: SmtpSettings },
  log: Log,
  limits: SmtpLimits = smtpLimits,
): ClosableMailer {
  const sender = createSmtpSender(settings, limits)
  const gate = createGate(concurrency)
  const underWay = new Set<Promise<unknown>>()

  async function sendInTurn(email: AnyEmail): Promise<'sent' | 'failed'> {
    const turn = await gate(() => sender.send(email))
    const reason = 'ok' in turn ? turn.ok : 'too-many-waiting'
    if (reason === undefined) return 'sent'
    log('email-failed', { kind: email.kind, reason })
    return 'failed'
  }

  return {
    send(email) {
      const sending = sendInTurn(email).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    async close() {
      await Promise.race([Promise.allSettled(underWay), delay(limits.messageMs, undefined, { ref: false })])
      sender.close()
    },
  }
}
