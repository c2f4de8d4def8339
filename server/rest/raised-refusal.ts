import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DatabaseError } from 'pg'
import * as v from 'valibot'
import { Refusal } from './refusal.ts'

const status = v.custom<ContentfulStatusCode>((code) => Number.isInteger(code) && Number(code) >= 400 && Number(code) < 600)

const bodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ code: v.string(), message: v.string(), details: v.nullish(v.string()), hint: v.nullish(v.string()) }),
)

const answerSchema = v.pipe(v.string(), v.parseJson(), v.object({ status, headers: v.record(v.string(), v.string()) }))

/**
 * The refusal that a SQL function chose by PostgREST's contract (https://docs.postgrest.org/en/stable/references/errors.html):
 * `PTxyz` has the HTTP status xyz; the message of `PGRST` is the body and its detail status and headers, both as JSON. What it
 * says of an argument that it does not take (class 22) is told as it stands: these are its author's words, whereas PostgreSQL's
 * own, of the same class, quote what was sent. Undefined for other errors.
 */
export function raisedRefusal({ code = '', message, detail, hint, routine }: DatabaseError): Refusal | undefined {
  if (code === 'PGRST') return fromJson(message, detail) ?? unreadable()
  // PostgreSQL names the routine of its source: this one is PL/pgSQL's RAISE.
  if (code.startsWith('22') && routine === 'exec_stmt_raise') return new Refusal(400, code, message, present({ details: detail, hint }))
  if (!code.startsWith('PT')) return undefined
  const read = v.safeParse(status, Number(code.slice(2)))
  return read.success ? new Refusal(read.output, code, message, present({ details: detail, hint })) : unreadable()
}

function fromJson(message: string, detail: string | undefined): Refusal | undefined {
  const body = v.safeParse(bodySchema, message)
  const answer = v.safeParse(answerSchema, detail)
  if (!body.success || !answer.success) return undefined
  const { code, message: text, details, hint } = body.output
  return new Refusal(answer.output.status, code, text, { ...present({ details, hint }), headers: answer.output.headers })
}

const unreadable = () => new Refusal(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)

/** Only the texts that there are. */
function present(texts: { details: string | null | undefined; hint: string | null | undefined }) {
  const { details, hint } = texts
  return { ...(details ? { details } : {}), ...(hint ? { hint } : {}) }
}
