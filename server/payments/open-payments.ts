import { createPaymentStore } from '../../payments/payment-store.ts'
import { sendPayerEmails } from '../../payments/payer-emails.ts'
import type { PaymentSettings } from '../../payments/settings.ts'
import { errorName } from '../../domain/error-facts.ts'
import { createPaymentHandler } from '../../supabase/functions/payment-received/handler.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { callFunction } from '../postgres/call-function.ts'
import type { Database } from '../postgres/database.ts'
import type { Log } from '../runtime/log.ts'
import { site } from '../../site.config.ts'

export interface PaymentsDependencies {
  database: Database
  mailer: Mailer
  limits: RequestLimits
  settings: PaymentSettings
  /** The public address of the site. Ends with a slash. */
  siteUrl: string
  log: Log
}

export interface Payments {
  /** `address` is the visitor's IP address. */
  handle: (request: Request, address: string | undefined) => Promise<Response>
  /** Sends the e-mails that are due. */
  sendEmails: () => Promise<void>
  /** Resolves once what was begun is finished. */
  close: () => Promise<void>
}

/** The function `payment-received` on this machine, and the e-mails to payers. */
export function openPayments({ database, mailer, limits, settings, siteUrl, log }: PaymentsDependencies): Payments {
  const store = createPaymentStore((name, parameters) => callFunction(database, name, parameters))
  const functionUrl = `${siteUrl}functions/v1/payment-received`
  const sendEmails = () => sendPayerEmails({ store, send: (email) => mailer.send(email), siteUrl, functionUrl })
  let underWay = Promise.resolve()
  const recorded = () => {
    underWay = underWay.then(sendEmails).catch((error: unknown) => log('payer-emails-failed', { reason: errorName(error) }))
  }
  return {
    handle: (request, address) =>
      createPaymentHandler({
        store,
        settings,
        catalogue: site,
        log,
        recorded,
        withinLimits: (caller, respond, refuse) => limits.serve(caller ?? { address }, respond, refuse),
      })(request),
    sendEmails,
    close: () => underWay,
  }
}
