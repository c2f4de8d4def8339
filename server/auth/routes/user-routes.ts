import { Hono } from 'hono'
import { userJson } from '../contract/user-json.ts'
import { reauthenticate } from '../operations/reauthenticate.ts'
import { updateUser, updateUserSchema } from '../operations/update-user.ts'
import { clientInfoOf, count, identify, readCounted } from './requests.ts'
import { refuse, respond, type RouteGroup } from './respond.ts'

/** A signed-in user's own account. */
export const userRoutes: RouteGroup = (service) =>
  new Hono()
    .get('/user', async (context) => {
      const caller = await identify(service, context)
      return 'ok' in caller ? context.json(userJson(caller.ok.user)) : refuse(context, caller.fault)
    })
    .put('/user', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return refuse(context, caller.fault)
      const body = await readCounted(service, context, 'user', updateUserSchema)
      if ('fault' in body) return refuse(context, body.fault)
      return respond(context, await updateUser(service, caller.ok, body.ok, clientInfoOf(context).address))
    })
    .get('/reauthenticate', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return refuse(context, caller.fault)
      const counted = await count(service, context, 'email', caller.ok.user.email)
      if ('fault' in counted) return refuse(context, counted.fault)
      return respond(context, await reauthenticate(service, caller.ok, clientInfoOf(context).address))
    })
