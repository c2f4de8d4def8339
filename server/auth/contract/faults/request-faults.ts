import { tooManyRequests } from '../../../../domain/caller-faults.ts'
import { fault } from './fault.ts'

/** Faults of the request itself, or of the service. */
export const requestFaults = {
  badJson: (reason: string) => fault(400, 'bad_json', `Could not parse request body as JSON: ${reason}`),
  bodyTooLarge: (limit: number) =>
    fault(413, 'request_entity_too_large', `Request body too large (max ${limit} bytes)`),
  notFound: fault(404, 'not_found', 'Requested path was not found'),
  methodNotAllowed: fault(405, 'method_not_allowed', 'Method not allowed'),
  unexpected: fault(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  ),
  unreachableDatabase: fault(
    503,
    'unexpected_failure',
    'The service cannot be reached at the moment. Please try again.',
  ),
  tooManyEmails: fault(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
  tooManyRequests: { ...fault(429, tooManyRequests.code, tooManyRequests.message), retryAfterSeconds: 1 },
}
