import * as v from 'valibot'
import type { OpenDetails } from '../../../deliveries/personal-details.ts'
import { sensitiveColumns } from '../../../domain/enrollment-columns.ts'
import { errorName } from '../../../domain/error-facts.ts'
import { exportSchema, type OpenedExport } from '../../../domain/staff/exported.ts'
import { revealSchema } from '../../../domain/staff/form.ts'
import { recordOf } from '../../../domain/tables.ts'
import { answer, answerPreflight, answerWith, failed, onlyPost } from '../_shared/answers.ts'
import { readJson } from '../_shared/read-json.ts'

export interface OpenDetailsDependencies {
  /** Calls a function of the migrations through the REST interface, as whoever has sent the request. */
  callAs: (request: Request, name: string, parameters: object) => Promise<Response>
  /** With the private keys. */
  openDetails: OpenDetails
  /** Fields hold identifiers and codes, never what a person typed. */
  log: (event: string, fields?: Record<string, string | number | undefined>) => void
}

const limitBytes = 16 * 1024

/** How many forms a page has: a function of Supabase may compute for two seconds (supabase.com/docs/guides/functions/limits). */
const pageRows = 100

const wantedSchema = v.union([
  v.strictObject({ reveal: v.string(), reason: v.string() }),
  v.strictObject({
    export: v.strictObject({
      states: v.nullish(v.array(v.string())),
      plans: v.nullish(v.array(v.string())),
      since: v.nullish(v.string()),
      until: v.nullish(v.string()),
      after: v.nullish(v.string()),
      reason: v.nullish(v.string()),
    }),
  }),
])

/**
 * `open-details` (docs/desk-functions.md): what the staff's functions answer encrypted, with date of birth and SSN digits opened.
 * The database decides who may, by the caller's own token, and logs it before anything is answered; what it refuses is passed on.
 */
export function createOpenDetailsHandler(dependencies: OpenDetailsDependencies): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return answerPreflight()
    if (request.method !== 'POST') return onlyPost()
    try {
      return await respond(request, dependencies)
    } catch (error) {
      dependencies.log('open-details-failed', { reason: errorName(error) })
      return failed()
    }
  }
}

async function respond(request: Request, dependencies: OpenDetailsDependencies): Promise<Response> {
  const read = await readJson(request, limitBytes)
  if ('fault' in read) return answer(read.fault.httpStatus, 'invalid', { message: read.fault.message })
  const wanted = v.safeParse(wantedSchema, read.ok)
  if (!wanted.success) return answer(400, 'invalid', { message: 'The body says neither what to reveal and why, nor what to export' })
  if ('reveal' in wanted.output) {
    const { reveal, reason } = wanted.output
    const answered = await dependencies.callAs(request, 'staff_reveal', { p_id: reveal, p_reason: reason })
    return answered.ok ? revealed(await answered.json(), dependencies) : passOn(answered)
  }
  const { states, plans, since, until, after, reason } = wanted.output.export
  const answered = await dependencies.callAs(request, 'staff_export', {
    p_personal: true, p_states: states, p_plans: plans, p_since: since, p_until: until, p_after: after, p_limit: pageRows, p_reason: reason,
  })
  return answered.ok ? exported(await answered.json(), dependencies) : passOn(answered)
}

async function revealed(json: unknown, { openDetails, log }: OpenDetailsDependencies): Promise<Response> {
  const form = v.parse(revealSchema, json)
  if (!form) return answer(404, 'not_found', { message: 'There is no such enrollment' })
  const { id, details, personal_details: ciphertext } = form
  if (ciphertext === null) return answerWith(200, { id, details: { ...details, ...recordOf(sensitiveColumns, () => null) } })
  const opened = await openDetails(ciphertext, id)
  if (opened) return answerWith(200, { id, details: { ...details, ...opened } })
  log('details-not-opened', { enrollmentId: id })
  return answer(409, 'unreadable')
}

/** What no key here opens is left out and counted. */
async function exported(json: unknown, { openDetails, log }: OpenDetailsDependencies): Promise<Response> {
  const { count, rows, next } = v.parse(exportSchema, json)
  const opened = await Promise.all(
    rows.map(async ({ personal_details: ciphertext, ...values }) => ({
      values,
      details: ciphertext ? ((await openDetails(ciphertext, values.id)) ?? null) : null,
    })),
  )
  const unreadable = opened.filter(({ details }, index) => !details && rows[index]?.personal_details).length
  if (unreadable) log('details-not-opened', { count: unreadable })
  return answerWith(200, { count, rows: opened, next, unreadable } satisfies OpenedExport)
}

/** A refusal as the REST interface says it. */
async function passOn(refusal: Response): Promise<Response> {
  const kept = ['www-authenticate', 'retry-after'].flatMap((name) => {
    const value = refusal.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const said: unknown = await refusal.json()
  return answerWith(refusal.status, v.parse(v.looseObject({}), said), Object.fromEntries(kept))
}
