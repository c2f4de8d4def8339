import { clientName } from './client-name.ts'
import { deliver } from './deliver.ts'
import { answerTo } from './outcome.ts'
import type { DeliverySettings } from './settings.ts'
import type { LoadEnrollment } from './stored-enrollment.ts'
import { readSubmission } from './submission.ts'

export interface HandlerDependencies {
  /** The user whom the access token names; undefined for a token that is forged, expired or not a user's. */
  verifyToken: (token: string) => Promise<{ userId: string } | undefined>
  loadEnrollment: LoadEnrollment
  settings: DeliverySettings
  fetch: typeof fetch
  /** Fields hold identifiers and codes; never what a person typed. */
  log: (event: string, fields?: Record<string, string | undefined>) => void
  /** How long the other side may take altogether. */
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000

// The site may live on another origin. The token travels in a header, never in a cookie, so any origin may ask.
const corsHeaders = { 'access-control-allow-origin': '*' }
const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-max-age': '86400',
}

/**
 * `submit-to-disputefox` (§7.5): takes the enrollment that the caller has just saved and delivers the stored row.
 * Answers `{ status }`, with 200 only where the other side has accepted the client.
 */
export function createHandler(dependencies: HandlerDependencies): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders })
    try {
      return await submit(request, dependencies)
    } catch (error) {
      dependencies.log('submission-failed', { reason: error instanceof Error ? error.name : typeof error })
      return answer(500, 'failed', 'Something went wrong on our side. Please try again.')
    }
  }
}

async function submit(request: Request, dependencies: HandlerDependencies): Promise<Response> {
  const { settings, fetch, log, timeoutMs = defaultTimeoutMs } = dependencies
  if (request.method !== 'POST') return answer(405, 'invalid', 'Only POST is possible here', { allow: 'POST, OPTIONS' })

  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const caller = token && (await dependencies.verifyToken(token))
  if (!caller) return answer(401, 'unauthorized', 'A valid access token is required', { 'www-authenticate': 'Bearer' })

  const read = await readSubmission(request)
  if ('refusal' in read) return answer(read.refusal.httpStatus, 'invalid', read.refusal.message)
  const { enrollmentId, clientData } = read.submission

  const enrollment = await dependencies.loadEnrollment(enrollmentId, caller.userId)
  if (!enrollment) return answer(404, 'not_found', 'There is no such enrollment')

  const name = clientName(enrollment, clientData)
  const result = await deliver({ enrollment, name }, settings, { fetch, timeoutMs })
  log(result.outcome === 'accepted' ? 'enrollment-delivered' : 'enrollment-not-delivered', {
    enrollmentId: enrollment.id,
    outcome: result.outcome,
    because: 'because' in result ? result.because : undefined,
  })
  const { httpStatus, status } = answerTo[result.outcome]
  return answer(httpStatus, status)
}

function answer(httpStatus: number, status: string, message?: string, headers?: Record<string, string>): Response {
  return Response.json(
    { status, message },
    { status: httpStatus, headers: { ...corsHeaders, 'cache-control': 'no-store', ...headers } },
  )
}
