import type { Context, Hono } from 'hono'
import type { AuthService } from '../operations/auth-service.ts'
import { type Caller, identifyCaller } from '../operations/caller.ts'
import type { Answer } from '../contract/faults.ts'
import { refuse } from './respond.ts'

/** Some endpoints of the service that belong together. */
export type RouteGroup = (service: AuthService) => Hono

/** Answers with JSON, or with the fault in the contract's form. */
export function respond(context: Context, answer: Answer<object>): Response {
  return 'ok' in answer ? context.json(answer.ok) : refuse(context, answer.fault)
}

/** Who calls, by the request's bearer token. */
export function identify(service: AuthService, context: Context): Promise<Answer<Caller>> {
  return identifyCaller(service, context.req.header('authorization'))
}
