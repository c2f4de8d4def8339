import type { Context } from 'hono'
import * as v from 'valibot'
import { visitorAddress } from '../../http/visitor-address.ts'
import type { AuthResult } from '../contract/faults.ts'
import { readBody } from '../contract/read-body.ts'
import type { LimitedAction } from '../../limits/figures.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { type Caller, identifyCaller } from '../operations/caller.ts'
import type { SessionJson } from '../operations/open-session.ts'
import type { ClientInfo } from '../stores/sessions.ts'

const maxUserAgentLength = 512

/** The client, as far as known from the request and its connection. */
export function clientInfoOf(context: Context): ClientInfo {
  return { userAgent: context.req.header('user-agent')?.slice(0, maxUserAgentLength), address: visitorAddress(context) }
}

/** The user behind the request's bearer token. */
export function identify(service: AuthService, context: Context): Promise<AuthResult<Caller>> {
  return identifyCaller(service, context.req.header('authorization'))
}

/** Counts a request against the limits of the client's network and, where it names one, of the account. */
export function count(
  { limits }: AuthService,
  context: Context,
  action: LimitedAction,
  account?: string,
): Promise<AuthResult<null>> {
  return limits.take(action, { address: clientInfoOf(context).address, account: account?.toLowerCase() })
}

/** Makes the network familiar to an account after a proof by e-mail. */
export function recognize({ limits }: AuthService, context: Context, { user }: SessionJson): Promise<void> {
  return limits.recognize({ address: clientInfoOf(context).address, account: user.email })
}

const named = v.object({ email: v.string() })

/** Reads the body of a request and counts it, also against the limits of the account that it names. */
export async function readCounted<Schema extends v.GenericSchema>(
  service: AuthService,
  context: Context,
  action: LimitedAction,
  schema: Schema,
): Promise<AuthResult<v.InferOutput<Schema>>> {
  const body = await readBody(context.req.raw, schema)
  if ('fault' in body) return body
  const taken = await count(service, context, action, v.is(named, body.ok) ? body.ok.email : undefined)
  return 'ok' in taken ? body : taken
}
