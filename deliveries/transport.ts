import { readBoundedText } from './bounded-text.ts'

/** A POST request. Its headers include the content type. */
export interface OutgoingRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** The result of one attempt: answered, certainly not sent, or unknown. Only a 2xx answer has a body, unless it is too long. */
export type Attempt =
  | { result: 'answered'; httpStatus: number; body: string | undefined; retryAfter?: string | undefined }
  | { result: 'not-sent' }
  | { result: 'no-answer' }

const bodyLimitBytes = 64 * 1024

/** Posts once; `timeoutMs` bounds the whole exchange. Redirects are not followed, since personal details would be sent along. */
export async function send(
  { url, headers, body }: OutgoingRequest,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      // Deno silently resends a string when the connection breaks (denoland/deno#35610), and a second form is a second
      // client. A Blob is streamed, and a stream is never resent.
      body: new Blob([body]),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfter = response.headers.get('retry-after') ?? undefined
    const answered = { result: 'answered', httpStatus: response.status, retryAfter } as const
    if (response.ok) return { ...answered, body: await readBoundedText(response.body, bodyLimitBytes) }
    await response.body?.cancel()
    return { ...answered, body: '' }
  } catch (error) {
    return { result: failedBeforeSending(error) ? 'not-sent' : 'no-answer' }
  }
}

/**
 * True only if DNS, connection, TLS handshake or certificate failed, so that nothing of the form was sent. Node reports
 * that in the cause's `syscall` and `code`, Deno in the message of its HTTP client and through `connectFirst`. Any other
 * error counts as sent.
 */
export function failedBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length) return error.errors.every(failedBeforeSending)
  const { syscall, code } = error as Error & { syscall?: unknown; code?: unknown }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (typeof code === 'string' && (certificateOrConnectCodes.test(code) || handshakeCodes.test(code))) return true
  if (connectWords.some((words) => error.message.includes(words))) return true
  return failedBeforeSending(error.cause)
}

// Node's codes for certificate errors (node:tls, OpenSSL's X509 errors), and undici's for a connect timeout.
const certificateOrConnectCodes =
  /^(UND_ERR_CONNECT_TIMEOUT|(ERR_TLS_CERT|CERT|UNABLE_TO)_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/

// OpenSSL's codes for failed handshakes. Other TLS errors may occur after the request was sent.
const handshakeCodes =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|\S+_ALERT_(HANDSHAKE_FAILURE|PROTOCOL_VERSION)|\S*UNRECOGNIZED_NAME)$/

// Deno's message, and Node's for a connection closed during the handshake.
const connectWords = ['client error (Connect)', 'before secure TLS connection was established']
