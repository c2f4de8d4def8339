import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuthService, Manner } from './service.ts'
import { rowsOf } from './rows.ts'
import { createShapes, type Shapes } from './shapes.ts'

/** The headers that a client or a browser acts on. All others are left to the server. */
const headersThatMatter = /^(content-type|location|link|allow|retry-after|www-authenticate|x-total-count|x-supabase-api-version|access-control-.*)$/

export interface Ask {
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: Headers
  /** The JSON of the body; undefined if it is none. */
  json: unknown
  /** The text at these names of the JSON; empty if there is none. */
  at(...names: string[]): string
}

/** What a scenario did and what it found, as text. */
export interface Visit {
  service: AuthService
  /** Sends a request that is compared. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  /** Sends a request that only prepares the scenario, and throws unless it is answered well. */
  prepare(method: string, path: string, ask?: Ask): Promise<Answer>
  /** A new address. */
  address(): string
  /** Waits for this many e-mails to the address that carry a code or a link, and reads the last one, which is compared. */
  mail(address: string, count?: number): Promise<Mail>
  /** The same without comparing it. */
  received(address: string, count?: number): Promise<Mail>
  /** Changes the database behind the service's back, as time would: `update auth.users set …`. */
  change(statement: string, values: unknown[]): Promise<void>
  /** What was compared so far, with what the database holds of this scenario's accounts. */
  findings(): Promise<string[]>
}

/** What is tried about one subject: each scenario by a sentence that says what happens in it. */
export interface Subject {
  subject: string
  manner: Manner
  scenarios: Record<string, (visit: Visit) => Promise<unknown>>
}

export interface Mail {
  code: string
  /** What the link is for and where it leads in the end, undefined where the e-mail has only a code. */
  link: { type: string; leadsTo: string } | undefined
  /** Of the link. */
  hash: string
}

export function beginVisit(service: AuthService, database: Pool): Visit {
  const shapes = createShapes(service.base, service.siteUrl)
  const addresses: string[] = []
  const findings: string[] = []
  return {
    service,
    async ask(method, path, ask = {}) {
      const answer = await send(service.base, method, path, ask)
      const asked = typeof ask.body === 'string' ? ask.body : JSON.stringify(shapes.of(ask.body))
      findings.push([`> ${method} ${String(shapes.of(path))}`, asked].filter(Boolean).join(' '))
      findings.push(`< ${[answer.status, ...headersOf(answer.headers, shapes)].join(', ')}`)
      if (answer.text) findings.push(...linesOf(shapes.of(answer.json ?? answer.text)))
      return answer
    },
    async prepare(method, path, ask = {}) {
      const answer = await send(service.base, method, path, ask)
      if (answer.status >= 400) throw new Error(`${method} ${path} was answered with ${answer.status} ${answer.text}`)
      return answer
    },
    address() {
      const address = `ruth@${randomUUID().slice(0, 8)}.example.com`
      addresses.push(address)
      return address
    },
    async mail(address, count = 1) {
      const mail = await waitForMail(service, address, count)
      const told = [mail.code && 'a code', mail.link && `a link of type ${mail.link.type} to ${String(shapes.of(mail.link.leadsTo))}`]
      findings.push(`mail to ${String(shapes.of(address))}: ${told.filter(Boolean).join(', ')}`)
      return mail
    },
    received: (address, count = 1) => waitForMail(service, address, count),
    async change(statement, values) {
      await database.query(statement, values)
    },
    async findings() {
      const { rows } = await database.query<{ id: string }>('select id from auth.users where email = any($1) or email_change = any($1) order by created_at, id', [addresses])
      const held = await rowsOf(database, rows.map(({ id }) => id))
      return [...findings, ...held.map(({ table, row }) => `${table} ${JSON.stringify(shapes.of(row))}`)]
    },
  }
}

/** A JSON value, a line for each field of an object. */
function linesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`  ${JSON.stringify(value)}`]
  return Object.entries(value).map(([name, each]) => `  ${name}: ${JSON.stringify(each)}`)
}

/** `name: value` of what matters; how many accounts there are does not. */
function headersOf(headers: Headers, shapes: Shapes): string[] {
  return [...headers].flatMap(([name, value]) => {
    if (!headersThatMatter.test(name)) return []
    const shape = String(shapes.of(value))
    return `${name}: ${/^(link|x-total-count)$/.test(name) ? shape.replaceAll(/\d+/g, '<n>') : shape}`
  })
}

async function send(base: string, method: string, path: string, { body, token, headers }: Ask) {
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = parsed(text)
  return { status: response.status, headers: response.headers, json, text, at: (...names: string[]) => textAt(json, names) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textAt(value: unknown, [name, ...rest]: string[]): string {
  if (name === undefined) return typeof value === 'string' ? value : ''
  return textAt(Object.entries(value ?? {}).find(([key]) => key === name)?.[1], rest)
}

/** After which a scenario goes on without an e-mail, and says so. */
const mailBoundMs = 60_000

async function waitForMail({ mail, siteUrl }: AuthService, address: string, count: number): Promise<Mail> {
  for (;;) {
    const own = mail.received.filter(({ recipients }) => recipients.includes(address)).map(({ email }) => read(`${email.text ?? ''}\n${email.html ?? ''}`, siteUrl))
    const last = own.filter(({ code, link }) => code || link)[count - 1]
    if (last) return last
    const late = AbortSignal.timeout(mailBoundMs)
    const next = mail.arrived(mail.received.length + 1)
    await Promise.race([next, new Promise((_, reject) => late.addEventListener('abort', () => reject(new Error(`no e-mail to ${address}`))))])
  }
}

/** The original's links lead to `/verify`, ours to a page that does so at a press (record 24), with the same in their fragment. */
function read(text: string, siteUrl: string): Mail {
  const [, values] = /https?:\/\/[^\s"'<>]+\/(?:verify\?|confirm#)([^\s"'<>]+)/.exec(text) ?? []
  const given = new URLSearchParams(values?.replaceAll('&amp;', '&'))
  return {
    code: /(?<![\w#%=.-])\d{6}(?![\w-])/.exec(text)?.[0] ?? '',
    link: values ? { type: given.get('type') ?? '', leadsTo: given.get('redirect_to') ?? siteUrl } : undefined,
    hash: given.get('token_hash') ?? given.get('token') ?? '',
  }
}
