import type { Context } from 'hono'
import * as v from 'valibot'
import type { AuthService } from '../operations/auth-service.ts'
import type { Answer } from '../contract/faults.ts'
import type { LimitedAction } from '../limits/figures.ts'
import { readBody } from '../contract/read-body.ts'
import type { SessionJson } from '../operations/open-session.ts'
import { visitOf } from './client-info.ts'

/** Counts a request against the limits of where it comes from and of the account that it is about, if it is known. */
export function count(
  { limits }: AuthService,
  context: Context,
  action: LimitedAction,
  account?: string,
): Promise<Answer<null>> {
  return limits.take(action, { address: visitOf(context).address, account: account?.toLowerCase() })
}

/** Whoever proves by a letter to own an account may sign in from there from now on. */
export function recognize({ limits }: AuthService, context: Context, { user }: SessionJson): Promise<void> {
  return limits.recognize({ address: visitOf(context).address, account: user.email })
}

const named = v.object({ email: v.string() })

/** The body of a request that counts, also against the limits of the account that it names. */
export async function readCounted<Schema extends v.GenericSchema>(
  service: AuthService,
  context: Context,
  action: LimitedAction,
  schema: Schema,
): Promise<Answer<v.InferOutput<Schema>>> {
  const body = await readBody(context.req.raw, schema)
  if ('fault' in body) return body
  const taken = await count(service, context, action, v.is(named, body.ok) ? body.ok.email : undefined)
  return 'ok' in taken ? body : taken
}
