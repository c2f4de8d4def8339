import type { MiddlewareHandler } from 'hono'

/** What pages of other origins may do with an interface (Fetch Standard, section 3.3, "CORS protocol"). */
export interface CorsRules {
  methods: string[]
  /** The request headers that a page may set; left out for all that it asks for. */
  requestHeaders?: string[]
  /** The response headers that a page may read. */
  exposedHeaders: string[]
  /** How long a browser may remember the answer to a preflight request. */
  maxAgeSeconds: number
  /** The status of the answer to a preflight request. */
  preflightStatus: 200 | 204
}

/**
 * Lets pages of every origin call an interface. That gives them no rights: whoever calls needs a token in a header of its
 * own, and cookies, which a browser would add by itself, are neither read nor allowed.
 */
export function cors(rules: CorsRules): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    if (req.method === 'OPTIONS' && req.header('origin') && req.header('access-control-request-method')) {
      return answerPreflight(rules, req.header('access-control-request-headers') ?? '')
    }
    await next()
    // `context.header` would build a second response and read the first one's body as a stream.
    context.res.headers.set('access-control-allow-origin', '*')
    context.res.headers.set('access-control-expose-headers', rules.exposedHeaders.join(', '))
    return undefined
  }
}

function answerPreflight({ methods, requestHeaders, maxAgeSeconds, preflightStatus }: CorsRules, asked: string): Response {
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': requestHeaders?.join(', ') ?? asked,
    'access-control-max-age': String(maxAgeSeconds),
  })
  if (!requestHeaders) headers.set('vary', 'Access-Control-Request-Headers')
  return new Response(null, { status: preflightStatus, headers })
}
