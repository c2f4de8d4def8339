import type { Context } from 'hono'
import * as v from 'valibot'

/** What is kept with a session, so that people can later recognise their devices. */
export interface Visit {
  userAgent: string | undefined
  /** The visitor's IP address, where it is known. */
  address: string | undefined
}

const longestUserAgent = 512

const bindingsSchema = v.object({ address: v.pipe(v.string(), v.ip()) })

/** Who asks, as far as the request and its connection tell; there is none where the app is called without a listener. */
export function visitOf(context: Context): Visit {
  const bindings = v.safeParse(bindingsSchema, context.env)
  return {
    userAgent: context.req.header('user-agent')?.slice(0, longestUserAgent),
    address: bindings.success ? bindings.output.address : undefined,
  }
}
