import { readBoundedText } from './bounded-text.ts'

/** One attempt: an answer, certainly nothing sent, or no way to know. The body is that of a 2xx answer, if bounded. */
export type Attempt =
  | { result: 'answered'; httpStatus: number; body: string | undefined }
  | { result: 'not-sent' }
  | { result: 'no-answer' }

const bodyLimitBytes = 64 * 1024

/** Posts once; `timeoutMs` bounds the whole exchange. Follows no redirect: it would take the person's details along. */
export async function send(
  { url, body }: { url: string; body: URLSearchParams },
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // Deno silently sends a text again when the connection breaks (denoland/deno#35610), and a second form is a
      // second client. A Blob is streamed, which it never repeats.
      body: new Blob([body.toString()], { type: 'application/x-www-form-urlencoded;charset=utf-8' }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) {
      return {
        result: 'answered',
        httpStatus: response.status,
        body: await readBoundedText(response.body, bodyLimitBytes),
      }
    }
    await response.body?.cancel()
    return { result: 'answered', httpStatus: response.status, body: '' }
  } catch (error) {
    return { result: failedBeforeSending(error) ? 'not-sent' : 'no-answer' }
  }
}

/**
 * True only where name, connection or certificate failed, so that nothing of the form left this machine. Node tells it
 * by the cause's `syscall` and `code`, Deno by the words of its HTTP client; everything else counts as sent.
 */
export function failedBeforeSending(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length) return error.errors.every(failedBeforeSending)
  const { syscall, code } = error as Error & { syscall?: unknown; code?: unknown }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (typeof code === 'string' && certificateOrConnectCodes.test(code)) return true
  if (error.message.includes('client error (Connect)')) return true
  return failedBeforeSending(error.cause)
}

// Node's codes for certificates (node:tls, OpenSSL's X509 errors), and undici's for a connection that took too long.
const certificateOrConnectCodes =
  /^(UND_ERR_CONNECT_TIMEOUT|(ERR_TLS_CERT|CERT|UNABLE_TO)_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?)$/
