import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { errorCode } from '../../domain/error-facts.ts'
import { accountTurns } from '../limits/account-turns.ts'
import { isConnectionFault, isOutOfRoom, noRoomSentence } from '../postgres/connection-fault.ts'
import { authCors } from './contract/cors.ts'
import { faults } from './contract/faults.ts'
import type { AuthFault } from './contract/faults/fault.ts'
import { createLimits } from './limits/limits.ts'
import type { AuthService } from './operations/auth-service.ts'
import { createPasswords } from './operations/passwords.ts'
import { createRefreshes } from './operations/refresh.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { emailRoutes } from './routes/email-routes.ts'
import { factorRoutes } from './routes/factor-routes.ts'
import { refuse } from './routes/respond.ts'
import { serviceRoutes } from './routes/service-routes.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { unsupportedRoutes } from './routes/unsupported-routes.ts'
import { userRoutes } from './routes/user-routes.ts'

const groups = [unsupportedRoutes, adminRoutes, factorRoutes, emailRoutes, serviceRoutes, sessionRoutes, userRoutes]

/** The sign-in service with Supabase Auth's contract, to be mounted at /auth/v1. */
export function createAuth(dependencies: Omit<AuthService, 'passwords' | 'limits' | 'inTurn' | 'refreshSession'>): Hono {
  const { database, settings, now } = dependencies
  const service: AuthService = {
    ...dependencies,
    passwords: createPasswords(settings.bcryptCost, settings.maxConcurrentHashes),
    limits: createLimits(database, settings.rateLimits, now),
    inTurn: accountTurns(),
    refreshSession: createRefreshes(dependencies),
  }
  const app = new Hono()
  app.onError((error, context) => {
    service.log('auth-request-failed', { route: routePath(context), reason: error.name, code: errorCode(error) })
    return refuse(context, faultOf(error))
  })
  app.use(authCors)
  for (const group of groups) app.route('/', group(service))
  // Hono lists middleware under the method ALL.
  const endpoints = app.routes.filter(({ method }) => method !== 'ALL')
  for (const [path, routes] of Map.groupBy(endpoints, (route) => route.path)) {
    // A 405 names the allowed methods (RFC 9110 §15.5.6).
    const allowed = [...new Set(routes.map(({ method }) => method))].join(', ')
    app.all(path, (context) => {
      context.header('Allow', allowed)
      return refuse(context, faults.methodNotAllowed)
    })
  }
  app.all('*', (context) => refuse(context, faults.notFound))
  return app
}

// A database that cannot finish a statement in time counts as unreachable.
const statementTimeout = '57014'

function faultOf(error: unknown): AuthFault {
  // Not 507: the client library would take it for the end of a session that it refreshes.
  if (isOutOfRoom(error)) return { ...faults.unreachableDatabase, message: noRoomSentence }
  const isUnreachable = isConnectionFault(error) || errorCode(error) === statementTimeout
  return isUnreachable ? faults.unreachableDatabase : faults.unexpected
}
