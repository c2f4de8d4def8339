import { isUtf8 } from 'node:buffer'
import * as v from 'valibot'
import { readBytes } from '../../http/read-bytes.ts'
import { type AuthResult, faults } from './faults.ts'

const limitBytes = 65_536

const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

/** The fields of a request; others are ignored. */
export function bodySchema<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(plainObject, v.object(entries))
}

// Otherwise all lone surrogates would become the same replacement character, even in passwords.
const text = v.pipe(v.string('must be a string'), v.check((given) => given.isWellFormed(), 'must be text'))

/** A field that may be missing or null, which counts as empty. */
export const optionalText = v.nullish(text, '')

/** Metadata that a client keeps with an account. */
export const optionalMetadata = v.nullish(plainObject, {})

/** The same, for fields where missing and empty differ. */
export const textIfGiven = v.nullish(text)
export const metadataIfGiven = v.nullish(plainObject)

/** Reads a JSON object of at most 64 kB. Faults quote nothing of what was sent. */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<AuthResult<v.InferOutput<Schema>>> {
  return parseBody(await readBytes(request, limitBytes), schema)
}

/** The same for endpoints whose body may be left out: it then counts as an empty object. */
export async function readOptionalBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<AuthResult<v.InferOutput<Schema>>> {
  const bytes = await readBytes(request, limitBytes)
  return parseBody('ok' in bytes && bytes.ok.length === 0 ? { ok: Buffer.from('{}') } : bytes, schema)
}

function parseBody<Schema extends v.GenericSchema>(
  bytes: Awaited<ReturnType<typeof readBytes>>,
  schema: Schema,
): AuthResult<v.InferOutput<Schema>> {
  if ('fault' in bytes) return { fault: unreadable[bytes.fault] }
  if (!isUtf8(bytes.ok)) return { fault: faults.badJson('invalid UTF-8') }
  const source = bytes.ok.toString()
  const json = v.safeParse(jsonText, source)
  if (!json.success) return { fault: faults.badJson('invalid syntax') }
  if (hasRepeatedKey(source)) return { fault: faults.badJson('repeated key') }
  const parsed = v.safeParse(schema, json.output)
  if (parsed.success) return { ok: parsed.output }
  const [issue] = parsed.issues
  return { fault: faults.badJson(`${v.getDotPath(issue) ?? 'body'} ${issue.message}`) }
}

const unreadable = { 'too-large': faults.bodyTooLarge(limitBytes), 'broken-off': faults.badJson('unexpected end') }

const jsonText = v.pipe(v.string(), v.parseJson())

// In valid JSON, a string before a colon is a key, and braces outside strings belong to objects.
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

/**
 * Whether an object in this valid JSON has a key twice. Parsers differ in which of the two they use (RFC 8259 §4), so
 * the validated value might not be the one that is used.
 */
function hasRepeatedKey(json: string): boolean {
  const open: Set<unknown>[] = []
  for (const [brace, name, colon] of json.matchAll(token)) {
    if (brace === '{') open.push(new Set())
    else if (brace === '}') open.pop()
    else if (name && colon) {
      const keys = open.at(-1)
      const key: unknown = JSON.parse(name)
      if (keys?.has(key)) return true
      keys?.add(key)
    }
  }
  return false
}
