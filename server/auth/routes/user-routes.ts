import { Hono } from 'hono'
import { reauthenticate } from '../operations/reauthenticate.ts'
import { redirectTarget } from '../contract/redirects.ts'
import { refuse } from './respond.ts'
import { updateUser, updateUserSchema } from '../operations/update-user.ts'
import { userJson } from '../contract/user-json.ts'
import { visitOf } from './client-info.ts'
import { count, readCounted } from './requests.ts'
import { identify, respond, type RouteGroup } from './route-group.ts'

/** What somebody who is signed in reads and changes of the own account. */
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
      const redirectTo = redirectTarget(service.settings, context)
      return respond(context, await updateUser(service, caller.ok, body.ok, redirectTo, visitOf(context).address))
    })
    .get('/reauthenticate', async (context) => {
      const caller = await identify(service, context)
      if ('fault' in caller) return refuse(context, caller.fault)
      const counted = await count(service, context, 'letter', caller.ok.user.email)
      if ('fault' in counted) return refuse(context, counted.fault)
      return respond(context, await reauthenticate(service, caller.ok.user, visitOf(context).address))
    })
