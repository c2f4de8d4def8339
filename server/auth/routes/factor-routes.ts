import { type Context, Hono } from 'hono'
import { whenOk } from '../../../domain/result.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { readBody, readOptionalBody } from '../contract/read-body.ts'
import type { AuthService } from '../operations/auth-service.ts'
import type { Caller } from '../operations/caller.ts'
import { challengeFactor, verifyFactor, verifyFactorSchema } from '../operations/factor-challenge.ts'
import { enrollFactor, enrollSchema, unenrollFactor } from '../operations/factors.ts'
import {
  deleteRecoveryCodes,
  generateRecoveryCodes,
  generateSchema,
  recoveryCodesStatus,
  recoverySchema,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from '../operations/recovery-codes.ts'
import { clientInfoOf, count, identify } from './requests.ts'
import { respond, type RouteGroup } from './respond.ts'

/** Second factors of a signed-in user. */
export const factorRoutes: RouteGroup = (service) =>
  new Hono()
    .post('/factors', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return respond(context, caller)
      const body = await readBody(context.req.raw, enrollSchema)
      return respond(context, await whenOk(body, (fields) => enrollFactor(service, caller.ok, fields)))
    })
    .get('/factors/recovery-codes', (context) => asCaller(service, context, (caller) => recoveryCodesStatus(service, caller)))
    .post('/factors/recovery-codes', (context) =>
      asCounted(service, context, async (caller) => {
        const body = await readOptionalBody(context.req.raw, generateSchema)
        return whenOk(body, (fields) => generateRecoveryCodes(service, caller, fields.friendly_name))
      }),
    )
    .delete('/factors/recovery-codes', (context) => asCaller(service, context, (caller) => deleteRecoveryCodes(service, caller)))
    .post('/factors/recovery-codes/regenerate', (context) =>
      asCounted(service, context, (caller) => regenerateRecoveryCodes(service, caller)),
    )
    .post('/factors/recovery-codes/verify', (context) =>
      asCounted(service, context, async (caller) => {
        const body = await readBody(context.req.raw, recoverySchema)
        return whenOk(body, ({ code }) => verifyRecoveryCode(service, caller, code, clientInfoOf(context).address))
      }),
    )
    .delete('/factors/:factor', (context) =>
      withFactor(service, context, (caller, factor) => unenrollFactor(service, caller, factor)),
    )
    .post('/factors/:factor/challenge', (context) =>
      withFactor(service, context, async (caller, factor) => {
        const counted = await count(service, context, 'factor', caller.user.id)
        return whenOk(counted, () => challengeFactor(service, caller, factor, clientInfoOf(context)))
      }),
    )
    .post('/factors/:factor/verify', (context) =>
      withFactor(service, context, async (caller, factor) => {
        const counted = await count(service, context, 'factor', caller.user.id)
        if ('fault' in counted) return counted
        const body = await readBody(context.req.raw, verifyFactorSchema)
        return whenOk(body, (fields) => verifyFactor(service, caller, factor, fields, clientInfoOf(context)))
      }),
    )

type Work = (caller: Caller) => Promise<AuthResult<object>>

async function asCaller(service: AuthService, context: Context, work: Work): Promise<Response> {
  return respond(context, await whenOk(await identify(service, context), work))
}

/** The same for what costs a hash or may be guessed. */
function asCounted(service: AuthService, context: Context, work: Work): Promise<Response> {
  return asCaller(service, context, async (caller) => {
    const counted = await count(service, context, 'factor', caller.user.id)
    return whenOk(counted, () => work(caller))
  })
}

/** Identifies the caller and the factor in the path. */
async function withFactor(
  service: AuthService,
  context: Context,
  work: (caller: Caller, factorId: string) => Promise<AuthResult<object>>,
): Promise<Response> {
  const caller = await identify(service, context)
  if ('fault' in caller) return respond(context, caller)
  const id = context.req.param('factor')
  return respond(context, isUuid(id) ? await work(caller.ok, id) : { fault: faults.factorIdFormat })
}
