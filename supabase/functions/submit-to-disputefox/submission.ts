import * as v from 'valibot'
import { limits, onboardingSchema } from '../../../domain/enrollment.ts'
import { readBoundedText } from './bounded-text.ts'

const limitBytes = 256 * 1024

const fields = onboardingSchema.entries

/** The payload of §7.5: these keys, all of them, and no others. */
const submissionSchema = v.strictObject({
  enrollmentId: v.pipe(v.string(), v.uuid('must be a UUID')),
  clientData: v.strictObject({
    firstName: fields.firstName,
    middleName: fields.middleName,
    lastName: fields.lastName,
    email: fields.email,
    phone: fields.phone,
    dateOfBirth: fields.dateOfBirth,
    ssnLastFour: fields.ssnLastFour,
    address: v.strictObject({
      street: fields.streetAddress,
      city: fields.city,
      state: fields.state,
      zipCode: fields.zipCode,
    }),
    preferredContactMethod: fields.preferredContactMethod,
    planName: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('must not be empty'),
      v.maxLength(limits.planName, `must be at most ${limits.planName} characters`),
    ),
    notes: fields.notes,
  }),
})

export type Submission = v.InferOutput<typeof submissionSchema>

export interface Refusal {
  httpStatus: 400 | 413 | 415
  message: string
}

/** Reads the request's JSON; a refusal names the field at fault, never its value. */
export async function readSubmission(request: Request): Promise<{ submission: Submission } | { refusal: Refusal }> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refuse(415, 'The content type must be application/json')
  }
  const text = await readBoundedText(request.body, limitBytes)
  if (text === undefined) return refuse(413, `The body must be at most ${limitBytes} bytes`)
  const json = parseJson(text)
  if (!json) return refuse(400, 'The body is not JSON')
  const parsed = v.safeParse(submissionSchema, json.value, { abortEarly: true })
  if (!parsed.success) return refuse(400, describeIssue(parsed.issues[0]))
  return { submission: parsed.output }
}

function refuse(httpStatus: Refusal['httpStatus'], message: string) {
  return { refusal: { httpStatus, message } }
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

// The messages of validations are our own; those of types are valibot's, which quote the value.
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue)?.slice(0, 100) ?? 'The body'
  if (issue.kind === 'validation') return `${field}: ${issue.message}`
  return `${field} is missing, unknown or of the wrong type`
}
