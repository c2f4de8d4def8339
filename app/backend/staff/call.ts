import * as v from 'valibot'
import { type AnswerOf, answers, type ChangingFunction, type StaffFunction } from '../../../domain/staff/answers.ts'
import type { ParametersOf } from '../../../domain/staff/parameters.ts'
import { browserClock } from '../../clock.ts'
import { backend } from '../backend.ts'

/** Why the backend does not let somebody call a function of the staff (docs/desk-functions.md). */
export type Denial = 'insufficient_aal' | 'session_idle' | 'session_ended' | 'not_a_lead' | 'not_staff'

/**
 * What has come of a call. `rejected`: its input was malformed, as the message tells. `unreachable`: no answer came, so nobody
 * knows whether anything was done. `failed`: an answer that this page does not understand, or a fault of the server.
 */
export type Called<Value> =
  | { outcome: 'done'; value: Value }
  | { outcome: 'denied'; why: Denial }
  | { outcome: 'rejected'; message: string }
  | { outcome: 'unreachable' | 'failed' }

/** So long one waits for an answer. */
const answerLimitMs = 20_000

const refusalSchema = v.object({ code: v.string(), message: v.string() })

/** What the staff are told; whatever else the backend says, it says to anybody. */
const denials: Record<string, Denial> = {
  insufficient_aal: 'insufficient_aal',
  session_idle: 'session_idle',
  not_a_lead: 'not_a_lead',
  session_not_found: 'session_ended',
  user_banned: 'session_ended',
  user_not_found: 'session_ended',
}

/**
 * Calls a function of the staff as the signed-in person, `POST /rest/v1/rpc/<name>`; nothing here rejects. `limitMs` is how
 * long it may take.
 */
export async function call<Name extends StaffFunction>(
  name: Name,
  parameters: ParametersOf<Name>,
  limitMs = answerLimitMs,
): Promise<Called<AnswerOf<Name>>> {
  return heard(outcomeOf<(typeof answers)[Name]>(await post(`rest/v1/rpc/${name}`, parameters, limitMs), answers[name]))
}

/**
 * Calls a function that changes something. `request` is an id of the person's press (`newId`): sent again under the same id,
 * it is answered alike and done once.
 */
export function change<Name extends ChangingFunction>(
  name: Name,
  parameters: ParametersOf<Name>,
  request: string,
): Promise<Called<AnswerOf<Name>>> {
  return call(name, { ...parameters, p_request: request })
}

type DenialListener = (why: Denial) => void
const listeners = new Set<DenialListener>()

/** Lets everybody hear of it who listens, where it is a denial. */
export function heard<Value>(called: Called<Value>): Called<Value> {
  if (called.outcome === 'denied') for (const listener of listeners) listener(called.why)
  return called
}

/** Hears of every denial, whichever call it answers, until the returned function is called. */
export function onDenial(listener: DenialListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A request with JSON to the backend as the signed-in person, and its answer as JSON, or undefined where it is none; `unreachable`
 * where no answer came in time.
 */
export async function post(path: string, body: unknown, limitMs = answerLimitMs): Promise<Answered | 'unreachable'> {
  const { url, headers, fetch } = backend().connection
  const limit = new AbortController()
  const stop = browserClock.start(() => limit.abort(), limitMs)
  try {
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${url}/${path}`, { ...init, signal: limit.signal })
    return { status: response.status, body: parsed(await response.text()) }
  } catch {
    // No network, a broken connection, or too late: the caller says so.
    return 'unreachable'
  } finally {
    stop()
  }
}

interface Answered {
  status: number
  body: unknown
}

/** Undefined for what is no JSON, such as the page of a proxy. */
function parsed(text: string): unknown {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  return json.success ? json.output : undefined
}

/** What an answer to the staff means, with its value if the schema knows it. */
export function outcomeOf<Schema extends v.GenericSchema>(
  answered: Answered | 'unreachable',
  schema: Schema,
): Called<v.InferOutput<Schema>> {
  // What stands before the backend answers 502 to 504 while that is away. Too many requests (429) have done nothing.
  if (answered === 'unreachable' || answered.status >= 502 || answered.status === 429) return { outcome: 'unreachable' }
  const { status, body } = answered
  if (status >= 200 && status < 300) {
    const value = v.safeParse(schema, body)
    return value.success ? { outcome: 'done', value: value.output } : { outcome: 'failed' }
  }
  const refusal = v.safeParse(refusalSchema, body)
  const message = refusal.success ? refusal.output.message : ''
  if (status === 401) return { outcome: 'denied', why: 'session_ended' }
  if (status === 403) return { outcome: 'denied', why: denials[message] ?? 'not_staff' }
  return status === 400 ? { outcome: 'rejected', message } : { outcome: 'failed' }
}
