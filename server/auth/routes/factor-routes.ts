import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import type { AuthService } from '../operations/auth-service.ts'
import type { Caller } from '../operations/caller.ts'
import { type Answer, faults } from '../contract/faults.ts'
import { challengeFactor, verifyFactor, verifyFactorSchema } from '../operations/factor-challenge.ts'
import { enrollFactor, enrollSchema, unenrollFactor } from '../operations/factors.ts'
import { readBody } from '../contract/read-body.ts'
import { uuid } from '../contract/uuid.ts'
import { visitOf } from './client-info.ts'
import { count } from './requests.ts'
import { identify, respond, type RouteGroup } from './route-group.ts'

/** Second factors of somebody who is signed in. */
export const factorRoutes: RouteGroup = (service) =>
  new Hono()
    .post('/factors', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return respond(context, caller)
      const body = await readBody(context.req.raw, enrollSchema)
      return respond(context, 'ok' in body ? await enrollFactor(service, caller.ok, body.ok) : body)
    })
    .delete('/factors/:factor', (context) =>
      withFactor(service, context, (caller, factor) => unenrollFactor(service, caller, factor)),
    )
    .post('/factors/:factor/challenge', (context) =>
      withFactor(service, context, async (caller, factor) => {
        const counted = await count(service, context, 'factor', caller.user.email)
        return 'ok' in counted ? challengeFactor(service, caller, factor, visitOf(context)) : counted
      }),
    )
    .post('/factors/:factor/verify', (context) =>
      withFactor(service, context, async (caller, factor) => {
        const counted = await count(service, context, 'factor', caller.user.email)
        if ('fault' in counted) return counted
        const body = await readBody(context.req.raw, verifyFactorSchema)
        return 'ok' in body ? verifyFactor(service, caller, factor, body.ok, visitOf(context)) : body
      }),
    )

/** Does something with the factor that the path names, for somebody who is signed in. */
async function withFactor(
  service: AuthService,
  context: Context,
  work: (caller: Caller, factorId: string) => Promise<Answer<object>>,
): Promise<Response> {
  const caller = await identify(service, context)
  if ('fault' in caller) return respond(context, caller)
  const id = context.req.param('factor')
  return respond(context, v.is(uuid, id) ? await work(caller.ok, id) : { fault: faults.factorIdFormat })
}
