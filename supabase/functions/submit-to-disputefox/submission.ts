import * as v from 'valibot'
import { onboardingProblem } from '../../../content/onboarding.ts'
import { inPayload, onboardingSchemaOn, planNameSchema } from '../../../domain/enrollment.ts'
import { enrollmentFields, fieldsWith } from '../../../domain/enrollment-fields.ts'
import type { Result } from '../../../domain/result.ts'
import { readJson, type Refusal, refuse } from '../_shared/read-json.ts'

const limitBytes = 256 * 1024

/** The schema of the payload (R-CLIENT-DATA) with exactly these keys; `today` is `YYYY-MM-DD`. */
function submissionSchemaOn(today: string) {
  const schemas = { ...onboardingSchemaOn(today).entries, planName: planNameSchema }
  const { address, ...person } = inPayload((field) => asTheFormSendsIt(schemas[field]))
  return v.strictObject({
    enrollmentId: v.pipe(v.string(), v.uuid('must be a UUID')),
    clientData: v.strictObject({ ...person, address: v.strictObject(address) }),
  })
}

const notAsSent = 'must be trimmed, without control characters'

/** A text that the schema leaves as it is: the table takes no other either. */
const asTheFormSendsIt = (schema: v.GenericSchema<unknown, string>) =>
  v.pipe(
    v.unknown(),
    v.check((value) => {
      const parsed = v.safeParse(schema, value)
      return !parsed.success || parsed.output === value
    }, notAsSent),
    schema,
  )

/** The date at UTC+14, where each day begins first, so that no visitor's own date is later. */
const latestDate = (now: Date) => new Date(now.getTime() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10)

export type Submission = v.InferOutput<ReturnType<typeof submissionSchemaOn>>

/** Reads and validates the request's JSON. A refusal names the field, never its value. */
export async function readSubmission(
  request: Request,
  now: Date,
): Promise<Result<Submission, Refusal>> {
  const read = await readJson(request, limitBytes)
  if ('fault' in read) return read
  const parsed = v.safeParse(submissionSchemaOn(latestDate(now)), read.ok, { abortEarly: true })
  if (!parsed.success) return refuse(400, describeIssue(parsed.issues[0]))
  return { ok: parsed.output }
}

// Validation messages are our own. Valibot's messages for wrong types quote the value, so they are not used.
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue)?.slice(0, 100) ?? 'The body'
  if (issue.kind !== 'validation') return `${place} is missing, unknown or of the wrong type`
  if (issue.message === notAsSent) return `${place} ${notAsSent}`
  const field = fieldsWith('source', 'form').find((each) => place === `clientData.${enrollmentFields[each].payload}`)
  return `${place}: ${field ? onboardingProblem(field, issue) : issue.message}`
}
