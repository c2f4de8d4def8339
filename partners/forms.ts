import type { Context, Next } from 'hono'

const limitBytes = 256 * 1024

/** Requires Content-Length (RFC 9110 §15.5.12), so that no bytes have to be counted. */
export async function limitBody(context: Context, next: Next): Promise<Response | void> {
  if (context.req.header('transfer-encoding')) return context.text('A content length is required', 411)
  if (Number(context.req.header('content-length') ?? 0) > limitBytes) return context.text('Too long', 413)
  await next()
}

/** The fields of a URL-encoded or multipart form; none for anything else. */
export async function readForm(context: Context): Promise<Record<string, string>> {
  const body = await context.req.parseBody().catch(() => ({}))
  return Object.fromEntries(Object.entries(body).filter(isText))
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
