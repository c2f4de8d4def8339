import { type Context, Hono } from 'hono'
import { errorCode, isConnectionFault } from '../postgres/connection-fault.ts'
import type { AuthService } from './auth-service.ts'
import { type Caller, identifyCaller } from './caller.ts'
import { type Answer, faults, refuse } from './errors.ts'
import { createPasswords } from './passwords.ts'
import { readBody } from './read-body.ts'
import { refresh, refreshSchema } from './refresh.ts'
import { health, settings } from './service-facts.ts'
import { signIn, signInSchema } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp, signUpSchema } from './sign-up.ts'
import { userJson } from './user-json.ts'

/** The sign-in service: the part of Supabase Auth's contract that the site uses, to be mounted at /auth/v1. */
export function createAuth(dependencies: Omit<AuthService, 'passwords'>): Hono {
  const service: AuthService = { ...dependencies, passwords: createPasswords(dependencies.settings.bcryptCost) }
  const app = new Hono()
  app.onError((error, context) => {
    service.log('auth-request-failed', { path: context.req.path, reason: error.name, code: errorCode(error) })
    return refuse(context, isConnectionFault(error) ? faults.unreachableDatabase : faults.unexpected)
  })

  app.get('/health', (context) => context.json(health))
  app.get('/settings', (context) => context.json(settings))
  app.get('/.well-known/jwks.json', (context) => context.json(service.keys.published))
  app.post('/signup', async (context) => {
    const body = await readBody(context.req.raw, signUpSchema)
    return respond(context, 'ok' in body ? await signUp(service, body.ok, userAgent(context)) : body)
  })
  app.post('/token', async (context) => respond(context, await grant(service, context)))
  app.get('/user', async (context) => {
    const caller = await identify(service, context)
    return 'ok' in caller ? context.json(userJson(caller.ok.user)) : refuse(context, caller.fault)
  })
  app.post('/logout', async (context) => {
    const caller = await identify(service, context)
    if ('fault' in caller) return refuse(context, caller.fault)
    const done = await signOut(service, caller.ok, context.req.query('scope'))
    return 'ok' in done ? context.body(null, 204) : refuse(context, done.fault)
  })

  for (const path of new Set(app.routes.map((route) => route.path))) {
    app.all(path, (context) => refuse(context, faults.methodNotAllowed))
  }
  app.all('*', (context) => refuse(context, faults.notFound))
  return app
}

async function grant(service: AuthService, context: Context): Promise<Answer<object>> {
  const request = context.req.raw
  switch (context.req.query('grant_type')) {
    case 'password': {
      const body = await readBody(request, signInSchema)
      return 'ok' in body ? signIn(service, body.ok, userAgent(context)) : body
    }
    case 'refresh_token': {
      const body = await readBody(request, refreshSchema)
      return 'ok' in body ? refresh(service, body.ok, userAgent(context)) : body
    }
    default:
      return { fault: faults.unsupportedGrant }
  }
}

function identify(service: AuthService, context: Context): Promise<Answer<Caller>> {
  return identifyCaller(service, context.req.header('authorization'))
}

function respond(context: Context, answer: Answer<object>): Response {
  return 'ok' in answer ? context.json(answer.ok) : refuse(context, answer.fault)
}

/** Kept with the session, so that people can later recognise their devices. */
function userAgent(context: Context): string | undefined {
  return context.req.header('user-agent')?.slice(0, 512)
}
