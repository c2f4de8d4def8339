import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { whenOk } from '../../../domain/result.ts'
import type { AuthResult } from '../contract/faults.ts'
import { redirectTarget } from '../contract/redirects.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { otpSchema, sendMagicLink } from '../operations/magic-link.ts'
import { recover, recoverSchema } from '../operations/recover.ts'
import { resend, resendSchema } from '../operations/resend.ts'
import { answerToLink, answerToProof, proofOfBody, proofOfLink, verifySchema } from '../operations/verify-messages.ts'
import { verify } from '../operations/verify.ts'
import { clientInfoOf, count, readCounted, recognize } from './requests.ts'
import { refuse, respond, type RouteGroup } from './respond.ts'

/** Requests for e-mails, and their links and codes. */
export const emailRoutes: RouteGroup = (service) =>
  new Hono()
    .post('/otp', sending(service, otpSchema, sendMagicLink))
    .post('/magiclink', sending(service, otpSchema, sendMagicLink))
    .post('/recover', sending(service, recoverSchema, recover))
    .post('/resend', sending(service, resendSchema, resend))
    .get('/verify', async (context, next) => {
      // Some mail programs check links by HEAD, which must not consume them.
      if (context.req.method === 'HEAD') return next()
      const counted = await count(service, context, 'verify')
      if ('fault' in counted) return refuse(context, counted.fault)
      const proof = proofOfLink(context.req.query())
      if ('fault' in proof) return refuse(context, proof.fault)
      const verified = await verify(service, proof.ok, clientInfoOf(context))
      return context.redirect(answerToLink(proof.ok, verified, redirectTarget(service.settings, context)), 303)
    })
    .post('/verify', async (context) => {
      const proof = whenOk(await readCounted(service, context, 'verify', verifySchema), proofOfBody)
      if ('fault' in proof) return refuse(context, proof.fault)
      const verified = await verify(service, proof.ok, clientInfoOf(context))
      const proven = 'ok' in verified && verified.ok !== 'halfway' && 'session' in verified.ok && verified.ok.session
      if (proven) await recognize(service, context, proven)
      return respond(context, answerToProof(verified))
    })

type Send<Fields> = (
  service: AuthService,
  fields: Fields,
  from: string | undefined,
) => Promise<AuthResult<object>>

/** An endpoint that sends an e-mail and is rate-limited as such. */
function sending<Schema extends v.GenericSchema>(
  service: AuthService,
  schema: Schema,
  send: Send<v.InferOutput<Schema>>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const body = await readCounted(service, context, 'email', schema)
    return respond(context, await whenOk(body, (fields) => send(service, fields, clientInfoOf(context).address)))
  }
}
