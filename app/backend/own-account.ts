import * as v from 'valibot'
import type { CorrectedColumns } from '../../domain/correction.ts'
import { contactMethods } from '../../domain/enrollment.ts'
import type { Connection } from './enrollments.ts'

const text = v.nullable(v.string())

/** An enrollment as its client sees it: values are masked by the database, and those of no page are not among them. */
const enrollmentSchema = v.object({
  id: v.string(),
  plan: text,
  progress: v.picklist(['prepared', 'received', 'sent', 'with-a-person', 'stopped']),
  /** Times are ISO 8601. */
  progress_at: text,
  saved_at: v.string(),
  changed_at: v.string(),
  name: text,
  email: text,
  phone: text,
  contact_method: v.nullable(v.picklist(contactMethods)),
  street: text,
  place: text,
  notes_length: v.nullable(v.number()),
  /** When date of birth and SSN digits were deleted. */
  details_purged_at: text,
})

const sessionSchema = v.object({
  id: v.string(),
  is_current: v.boolean(),
  opened_at: v.string(),
  used_at: v.string(),
  user_agent: text,
  /** The network of its address, such as `203.0.113.x`. */
  network: text,
})

const accountSchema = v.object({
  enrollments: v.array(enrollmentSchema),
  sessions: v.array(sessionSchema),
  /** Since when there is an open request. */
  deletion_asked_at: text,
})

export type OwnEnrollment = v.InferOutput<typeof enrollmentSchema>
export type OwnSession = v.InferOutput<typeof sessionSchema>
export type OwnAccount = v.InferOutput<typeof accountSchema>

/** `signed-out`: the backend no longer takes the session. `too-often`: not now (R-QUOTAS). `failed`: nothing is known of what has become of it. */
export type Asked<Value> = { outcome: 'done'; value: Value } | { outcome: 'signed-out' | 'too-often' | 'failed' }

export function readOwnAccount(connection: Connection): Promise<Asked<OwnAccount>> {
  return ask(connection, 'own_account', {}, accountSchema)
}

const dataSchema = v.union([v.strictObject({ fault: v.literal('proof_needed') }), v.looseObject({ exported_at: v.string() })])

/** Everything that is stored about the caller, for a copy; undefined where a fresh proof of who asks is wanted first. */
export async function readOwnData(connection: Connection): Promise<Asked<Record<string, unknown> | undefined>> {
  const asked = await ask(connection, 'own_data', {}, dataSchema)
  return asked.outcome === 'done' && 'fault' in asked.value ? { outcome: 'done', value: undefined } : asked
}

/** Ends another session of the caller; false if there is none like it any more. */
export function endOwnSession(connection: Connection, id: string): Promise<Asked<boolean>> {
  return ask(connection, 'end_own_session', { p_session: id }, v.boolean())
}

/** Asks the staff for deletion; null where it was asked and taken back too often. */
export function askForDeletion(connection: Connection): Promise<Asked<string | null>> {
  return ask(connection, 'ask_for_deletion', {}, text)
}

export function withdrawDeletion(connection: Connection): Promise<Asked<boolean>> {
  return ask(connection, 'withdraw_deletion', {}, v.boolean())
}

/** Writes the columns of a correction; what is not among them stays. No row that was changed is a failure. */
export async function correctEnrollment(connection: Connection, id: string, columns: CorrectedColumns): Promise<Asked<null>> {
  const address = `enrollments?${new URLSearchParams({ id: `eq.${id}`, select: 'id' }).toString()}`
  const { status, data } = await send(connection, 'PATCH', address, columns)
  return outcomeOf(status, data, v.pipe(v.array(v.object({ id: v.string() })), v.length(1), v.transform(() => null)))
}

async function ask<Schema extends v.GenericSchema>(
  connection: Connection,
  name: string,
  parameters: Record<string, unknown>,
  schema: Schema,
): Promise<Asked<v.InferOutput<Schema>>> {
  const { status, data } = await send(connection, 'POST', `rpc/${name}`, parameters)
  return outcomeOf(status, data, schema)
}

/** Without the client of onboarding, which the desk would load for this alone. No answer, or none in JSON, has no data. */
async function send({ url, headers, fetch }: Connection, method: 'POST' | 'PATCH', address: string, body: object): Promise<{ status: number; data?: unknown }> {
  const sent = { method, headers: { ...headers, 'Content-Type': 'application/json', Prefer: 'return=representation' }, body: JSON.stringify(body) }
  try {
    const response = await fetch(`${url}/rest/v1/${address}`, sent)
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), await response.text())
    return { status: response.status, data: json.output }
  } catch {
    return { status: 0 }
  }
}

function outcomeOf<Schema extends v.GenericSchema>(status: number, data: unknown, schema: Schema): Asked<v.InferOutput<Schema>> {
  if (status === 401 || status === 403) return { outcome: 'signed-out' }
  if (status === 429) return { outcome: 'too-often' }
  const parsed = v.safeParse(schema, data)
  return parsed.success ? { outcome: 'done', value: parsed.output } : { outcome: 'failed' }
}
