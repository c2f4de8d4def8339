import { type Context, Hono } from 'hono'
import { whenOk } from '../../../domain/result.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { idTokenFault, idTokenSchema } from '../contract/other-providers.ts'
import { readBody } from '../contract/read-body.ts'
import { web3Disabled } from '../contract/unsupported-endpoints.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { exchangeCode, exchangeSchema } from '../operations/pkce.ts'
import { refresh, refreshSchema } from '../operations/refresh.ts'
import { signIn, signInSchema } from '../operations/sign-in.ts'
import { signOut } from '../operations/sign-out.ts'
import { signUp, signUpSchema } from '../operations/sign-up.ts'
import { clientInfoOf, identify, readCounted, recognize } from './requests.ts'
import { refuse, respond, type RouteGroup } from './respond.ts'

/** Opening, refreshing and ending sessions. */
export const sessionRoutes: RouteGroup = (service) =>
  new Hono()
    .post('/signup', async (context) => {
      const body = await readCounted(service, context, 'sign-up', signUpSchema)
      return respond(context, await whenOk(body, (fields) => signUp(service, fields, clientInfoOf(context))))
    })
    .post('/token', async (context) => respond(context, await grant(service, context)))
    .post('/logout', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return refuse(context, caller.fault)
      const done = await signOut(service, caller.ok, context.req.query('scope'))
      return 'ok' in done ? context.body(null, 204) : refuse(context, done.fault)
    })

async function grant(service: AuthService, context: Context): Promise<AuthResult<object>> {
  switch (context.req.query('grant_type')) {
    case 'password': {
      const body = await readCounted(service, context, 'password', signInSchema)
      return whenOk(body, (fields) => signIn(service, fields, clientInfoOf(context)))
    }
    case 'refresh_token': {
      const body = await readCounted(service, context, 'refresh', refreshSchema)
      return whenOk(body, (fields) => refresh(service, fields, clientInfoOf(context)))
    }
    case 'pkce': {
      const body = await readCounted(service, context, 'verify', exchangeSchema)
      if ('fault' in body) return body
      const exchanged = await exchangeCode(service, body.ok, clientInfoOf(context))
      if ('ok' in exchanged) await recognize(service, context, exchanged.ok)
      return exchanged
    }
    case 'id_token': {
      const body = await readBody(context.req.raw, idTokenSchema)
      return whenOk(body, (fields) => ({ fault: idTokenFault(fields) }))
    }
    case 'web3':
      return { fault: web3Disabled }
    default:
      return { fault: faults.unsupportedGrant }
  }
}
