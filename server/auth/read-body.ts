import * as v from 'valibot'
import { readBytes } from '../read-bytes.ts'
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

/** Facts that a program keeps with an account. */
export const optionalMetadata = v.nullish(plainObject, {})

/** Reads a JSON object of at most 64 kB, however it is sent. Nothing of what was sent is repeated in a fault. */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<Answer<v.InferOutput<Schema>>> {
  const bytes = await readBytes(request, limitBytes)
  if (bytes === 'too-large') return { fault: faults.bodyTooLarge(limitBytes) }
  if (bytes === 'broken-off') return { fault: faults.badJson('unexpected end') }
  const json = v.safeParse(jsonText, new TextDecoder().decode(bytes))
  if (!json.success) return { fault: faults.badJson('invalid syntax') }
  const parsed = v.safeParse(schema, json.output)
  if (parsed.success) return { ok: parsed.output }
  const [issue] = parsed.issues
  return { fault: faults.badJson(`${v.getDotPath(issue) ?? 'body'} ${issue.message}`) }
}

const jsonText = v.pipe(v.string(), v.parseJson())
