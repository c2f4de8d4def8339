// The site may be on another origin. The token travels in a header, never in a cookie, so any origin may call.
const corsHeaders = { 'access-control-allow-origin': '*' }
const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-max-age': '86400',
}

/** To the question of a browser whether a page may call. */
export const answerPreflight = () => new Response(null, { status: 204, headers: preflightHeaders })

/** JSON that nobody keeps. */
export const answerWith = (httpStatus: number, content: object, headers?: Record<string, string>): Response =>
  Response.json(content, { status: httpStatus, headers: { ...corsHeaders, 'cache-control': 'no-store', ...headers } })

/** `{ status }`, with more beside it. */
export const answer = (httpStatus: number, status: string, more: object = {}, headers?: Record<string, string>): Response =>
  answerWith(httpStatus, { status, ...more }, headers)

export const onlyPost = () => answer(405, 'invalid', { message: 'Only POST is possible here' }, { allow: 'POST, OPTIONS' })

export const failed = () => answer(500, 'failed', { message: 'Something went wrong on our side. Please try again.' })
