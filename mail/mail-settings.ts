import * as v from 'valibot'
import { emailSchema } from '../domain/email-address.ts'
import { site } from '../site.config.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte, TLS by STARTTLS, or none. */
  encryption: 'tls' | 'starttls' | 'none'
  login?: { user: string; password: string }
}

export interface MailSettings {
  from: { name: string; address: string }
  /** Undefined: e-mails are kept in the data folder. */
  smtp: SmtpSettings | undefined
}

const urlForm =
  'must be an address such as smtp://user:password@host:587 or smtps://user:password@host:465, ' +
  'with special characters percent-encoded'
const senderForm = 'must be an address such as hello@example.org or Our Name <hello@example.org>'

const defaultSender = { name: site.organization.name, address: site.contact.email }

/** The environment variables of mail. */
export const mailEntries = {
  SMTP_URL: v.optional(parsedText(parseSmtpUrl, urlForm)),
  MAIL_FROM: v.optional(parsedText(parseSender, senderForm)),
}

interface MailVariables {
  SMTP_URL?: SmtpSettings | undefined
  MAIL_FROM?: MailSettings['from'] | undefined
}

export function mailSettings({ SMTP_URL: smtp, MAIL_FROM: from = defaultSender }: MailVariables): MailSettings {
  return { from, smtp }
}

/** A text that `parse` understands; otherwise `form` says what it must look like. */
function parsedText<Parsed>(parse: (text: string) => Parsed | undefined, form: string) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, Parsed>(({ dataset, addIssue, NEVER }) => {
      const parsed = parse(dataset.value)
      if (parsed !== undefined) return parsed
      addIssue({ message: form })
      return NEVER
    }),
  )
}

/**
 * `smtps:` uses TLS from the start. `smtp:` requires STARTTLS, except on this machine; `?tls=off` and `?tls=required`
 * override that.
 */
function parseSmtpUrl(text: string): SmtpSettings | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return undefined
  if (url.hash || !/^\/?$/.test(url.pathname)) return undefined
  const { tls = url.protocol === 'smtp:' && isLoopback(url.hostname) ? 'off' : 'required', ...unknown } =
    Object.fromEntries(url.searchParams)
  if (!/^(off|required)$/.test(tls) || Object.keys(unknown).length) return undefined
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  const secure = url.protocol === 'smtps:'
  if (secure && tls === 'off') return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    encryption: secure ? 'tls' : tls === 'off' ? 'none' : 'starttls',
    ...(user ? { login: { user, password } } : {}),
  }
}

function parseSender(text: string): MailSettings['from'] | undefined {
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return undefined
  const match = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim())
  const address = (match?.[2] ?? match?.[3] ?? '').trim()
  return v.is(emailSchema, address) ? { name: match?.[1] ?? '', address } : undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

/** Undefined if a percent sign encodes nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
