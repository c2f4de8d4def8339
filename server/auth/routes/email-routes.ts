import { type Context, Hono } from 'hono'
import { redirectTarget } from '../contract/redirects.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { otpSchema, sendMagicLink } from '../operations/magic-link.ts'
import { recover, recoverSchema } from '../operations/recover.ts'
import { resend, resendSchema } from '../operations/resend.ts'
import { answerToLink, answerToProof, proofOfBody, proofOfLink, verifySchema } from '../operations/verify-messages.ts'
import { verify } from '../operations/verify.ts'
import { count, readCounted, recognize, clientInfoOf } from './requests.ts'
import { refuse, respond, type RouteGroup } from './respond.ts'

/** What is sent by e-mail, and the links and codes that come back. */
export const emailRoutes: RouteGroup = (service) =>
  new Hono()
    .post('/otp', (context) => magicLink(service, context))
    .post('/magiclink', (context) => magicLink(service, context))
    .post('/recover', async (context) => {
      const body = await readCounted(service, context, 'email', recoverSchema)
      return respond(context, 'ok' in body ? await recover(service, body.ok, target(service, context), clientInfoOf(context).address) : body)
    })
    .post('/resend', async (context) => {
      const body = await readCounted(service, context, 'email', resendSchema)
      return respond(context, 'ok' in body ? await resend(service, body.ok, target(service, context), clientInfoOf(context).address) : body)
    })
    .get('/verify', async (context, next) => {
      // Some mail programs check links by HEAD, which must not use them up.
      if (context.req.method === 'HEAD') return next()
      const counted = await count(service, context, 'verify')
      if ('fault' in counted) return refuse(context, counted.fault)
      const proof = proofOfLink(context.req.query())
      if ('fault' in proof) return refuse(context, proof.fault)
      const verified = await verify(service, proof.ok, clientInfoOf(context))
      return context.redirect(answerToLink(proof.ok, verified, target(service, context)), 303)
    })
    .post('/verify', async (context) => {
      const body = await readCounted(service, context, 'verify', verifySchema)
      const proof = 'ok' in body ? proofOfBody(body.ok) : body
      if ('fault' in proof) return refuse(context, proof.fault)
      const verified = await verify(service, proof.ok, clientInfoOf(context))
      const proven = 'ok' in verified && verified.ok !== 'halfway' && 'session' in verified.ok && verified.ok.session
      if (proven) await recognize(service, context, proven)
      return respond(context, answerToProof(verified))
    })

async function magicLink(service: AuthService, context: Context): Promise<Response> {
  const body = await readCounted(service, context, 'email', otpSchema)
  return respond(context, 'ok' in body ? await sendMagicLink(service, body.ok, target(service, context), clientInfoOf(context).address) : body)
}

const target = ({ settings }: AuthService, context: Context) => redirectTarget(settings, context)
