import { type Context, Hono } from 'hono'
import { whenOk } from '../../../domain/result.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { createUser } from '../admin/create-user.ts'
import { generateLink, generateLinkSchema, invite, inviteSchema } from '../admin/links.ts'
import { updateUserById } from '../admin/update-user.ts'
import { adminUserSchema } from '../admin/user-fields.ts'
import {
  deleteAccount,
  deleteFactorOf,
  deleteUserSchema,
  findAccount,
  listAccounts,
  pageLinks,
  readPage,
} from '../admin/users.ts'
import { type AuthResult, faults } from '../contract/faults.ts'
import { readBody, readOptionalBody } from '../contract/read-body.ts'
import { allowedRedirect, redirectTarget } from '../contract/redirects.ts'
import { factorJson, userJson } from '../contract/user-json.ts'
import type { AuthService } from '../operations/auth-service.ts'
import { identifyAdmin } from '../operations/caller.ts'
import type { UserRow } from '../stores/users.ts'
import { refuse, respond, type RouteGroup } from './respond.ts'

/** Administration of accounts by the organisation's own programs. Every endpoint requires the service key. */
export const adminRoutes: RouteGroup = (service) => {
  const asAdmin = (answer: (context: Context) => Promise<AuthResult<object>>) => async (context: Context) => {
    const admin = await identifyAdmin(service, context.req.header('authorization'))
    return 'ok' in admin ? respond(context, await answer(context)) : refuse(context, admin.fault)
  }
  return new Hono()
    .get('/admin/users', asAdmin((context) => list(service, context)))
    .post('/admin/users', asAdmin(async ({ req }) => {
      const body = await readBody(req.raw, adminUserSchema)
      return whenOk(body, (fields) => createUser(service, fields))
    }))
    .get('/admin/users/:userId', asAdmin(async (context) => {
      const user = await loadUser(service, context)
      return whenOk(user, (found) => ({ ok: userJson(found) }))
    }))
    .put('/admin/users/:userId', asAdmin(async (context) => {
      const user = await loadUser(service, context)
      if ('fault' in user) return user
      const body = await readBody(context.req.raw, adminUserSchema)
      return whenOk(body, (fields) => updateUserById(service, user.ok.id, fields))
    }))
    .delete('/admin/users/:userId', asAdmin(async (context) => {
      const user = await loadUser(service, context)
      if ('fault' in user) return user
      const body = await readOptionalBody(context.req.raw, deleteUserSchema)
      return whenOk(body, (fields) => deleteAccount(service, user.ok.id, fields.should_soft_delete ? 'hide' : 'delete'))
    }))
    .get('/admin/users/:userId/factors', asAdmin(async (context) => {
      const user = await loadUser(service, context)
      return whenOk(user, (found) => ({ ok: found.factors.map(factorJson) }))
    }))
    .delete('/admin/users/:userId/factors/:factorId', asAdmin(async (context) => {
      const user = await loadUser(service, context)
      if ('fault' in user) return user
      const factorId = context.req.param('factorId')
      return isUuid(factorId) ? deleteFactorOf(service, user.ok.id, factorId) : { fault: faults.factorIdFormat }
    }))
    .post('/admin/generate_link', asAdmin(async (context) => {
      const body = await readBody(context.req.raw, generateLinkSchema)
      if ('fault' in body) return body
      const asked = allowedRedirect(service.settings, body.ok.redirect_to)
      return generateLink(service, body.ok, asked ?? redirectTarget(service.settings, context))
    }))
    .post('/invite', asAdmin(async (context) => {
      const body = await readBody(context.req.raw, inviteSchema)
      return whenOk(body, (fields) => invite(service, fields, redirectTarget(service.settings, context)))
    }))
}

async function list(service: AuthService, context: Context): Promise<AuthResult<object>> {
  const page = readPage(context.req.query())
  if ('fault' in page) return page
  const { users, total } = await listAccounts(service, page.ok)
  context.header('Link', pageLinks(page.ok, total))
  context.header('X-Total-Count', String(total))
  return { ok: { users, aud: 'authenticated' } }
}

async function loadUser(service: AuthService, context: Context): Promise<AuthResult<UserRow>> {
  const id = context.req.param('userId') ?? ''
  return isUuid(id) ? findAccount(service, id) : { fault: faults.userIdFormat }
}
