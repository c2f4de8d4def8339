import * as v from 'valibot'
import { type Answer, faults } from './errors.ts'

const limitBytes = 65_536

const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

/** The fields of a request; others are ignored. */
export function bodySchema<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(plainObject, v.object(entries))
}

/** A field that may be missing or null, both of which count as empty. */
export const optionalText = v.nullish(v.string('must be a string'), '')

/** Facts that a program keeps with an account. PostgreSQL's jsonb holds neither NUL nor half a surrogate pair. */
export const optionalMetadata = v.nullish(
  v.pipe(
    plainObject,
    v.check((value) => !unstorable.test(JSON.stringify(value)), 'must be plain text'),
  ),
  {},
)

/** Reads a JSON object of at most 64 kB, however it is sent. Nothing of what was sent is repeated in a fault. */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<Answer<v.InferOutput<Schema>>> {
  const text = await readText(request)
  if (text === undefined) return { fault: faults.bodyTooLarge(limitBytes) }
  const json = v.safeParse(jsonText, text)
  if (!json.success) return { fault: faults.badJson('invalid syntax') }
  const parsed = v.safeParse(schema, json.output)
  if (parsed.success) return { ok: parsed.output }
  const [issue] = parsed.issues
  return { fault: faults.badJson(`${v.getDotPath(issue) ?? 'body'} ${issue.message}`) }
}

const jsonText = v.pipe(v.string(), v.parseJson())

// In JSON.stringify's output exactly these are written as escapes; an even number of backslashes before is text.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** The body's text, or undefined as soon as it is known to be too long. */
async function readText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > limitBytes) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
