import * as v from 'valibot'
import { openProjectRest, type Project } from '../../../deliveries/project-rest.ts'
import { errorName } from '../../../domain/error-facts.ts'
import type { Result } from '../../../domain/result.ts'
import { basePathSchema, originSchema } from '../../../mail/site-address.ts'
import { mailEntries, type MailSettings, mailSettings, type SmtpSettings } from '../../../mail/mail-settings.ts'
import { sendPayerEmails } from '../../../payments/payer-emails.ts'
import { createPaymentStore } from '../../../payments/payment-store.ts'
import { faultsOf, given, type ReadVariable } from './project-variables.ts'

const entries = { ...mailEntries, SITE_ORIGIN: v.optional(originSchema), BASE_PATH: v.optional(basePathSchema, '/') }

/** The variables that e-mails to payers need, in both functions: they are the secrets of one project. */
export const payerMailVariables = Object.keys(entries)

interface PayerMailSettings {
  mail: MailSettings & { smtp: SmtpSettings }
  siteUrl: string
}

// https://supabase.com/docs/guides/functions/limits
const closedPorts = [25, 587]

/** Undefined without SMTP_URL: the e-mails wait. */
export function parsePayerMail(read: ReadVariable): Result<PayerMailSettings | undefined, string[]> {
  const parsed = v.safeParse(v.object(entries), given(entries, read))
  if (!parsed.success) return { fault: faultsOf(parsed.issues) }
  const { SITE_ORIGIN: origin, BASE_PATH: basePath } = parsed.output
  const { from, smtp } = mailSettings(parsed.output)
  if (!smtp) return { ok: undefined }
  const faults = [
    ...(closedPorts.includes(smtp.port) ? [`SMTP_URL: functions on Supabase reach no port ${smtp.port}; smtps:// takes 465`] : []),
    ...(origin ? [] : ['SITE_ORIGIN is missing: e-mails to payers lead there']),
  ]
  return origin && !faults.length ? { ok: { mail: { from, smtp }, siteUrl: `${origin}${basePath}` } } : { fault: faults }
}

type Log = (event: string, fields?: Record<string, string | number | undefined>) => void

/**
 * Sends the e-mails to payers that are due. Never rejects, and does nothing where there is no mail server: a fault of these
 * settings keeps neither payments nor deliveries from arriving.
 */
export function createPayerMail(read: ReadVariable, project: Project, log: Log): () => Promise<void> {
  const parsed = parsePayerMail(read)
  if ('fault' in parsed) log('payer-mail-not-usable', { reason: parsed.fault.join('; ') })
  const settings = 'ok' in parsed ? parsed.ok : undefined
  if (!settings) return async () => undefined
  const { mail, siteUrl } = settings
  const store = createPaymentStore(openProjectRest(project, fetch).call)
  const functionUrl = `${project.supabaseUrl}/functions/v1/payment-received`
  return async () => {
    try {
      // A large package, loaded where it is used.
      const { createSmtpSender } = await import('../../../mail/smtp-sender.ts')
      const sender = createSmtpSender(mail)
      await sendPayerEmails({
        store,
        siteUrl,
        functionUrl,
        async send(email) {
          const reason = await sender.send(email)
          if (reason === undefined) return 'sent'
          log('email-failed', { kind: email.kind, reason })
          return 'failed'
        },
      })
      sender.close()
    } catch (error) {
      log('payer-emails-failed', { reason: errorName(error) })
    }
  }
}
