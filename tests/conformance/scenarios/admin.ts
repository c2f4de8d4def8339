import { confirmed, enrolled, password, unconfirmed } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const nobodys = '00000000-0000-4000-8000-000000000000'

const asAdmin = (visit: Visit, method: string, path: string, body?: object) =>
  visit.ask(method, path, { token: visit.service.serviceKey, ...(body && { body }) })

const link = (visit: Visit, body: object) => asAdmin(visit, 'POST', '/admin/generate_link', body)

/** Administration by the organisation's own programs. */
export const administration: Subject = {
  subject: 'Administration of accounts',
  manner: 'proving',
  scenarios: {
    'by nobody': (visit) => visit.ask('GET', '/admin/users'),
    'by a client': async (visit) => visit.ask('GET', '/admin/users', { token: (await confirmed(visit)).token }),
    'a page that is none': (visit) => asAdmin(visit, 'GET', '/admin/users?page=first'),
    'a page behind the last': (visit) => asAdmin(visit, 'GET', '/admin/users?page=100000&per_page=1000'),
    'an account made': async (visit) => asAdmin(visit, 'POST', '/admin/users', { email: visit.address(), password, email_confirm: true, user_metadata: { plan: 'light' }, app_metadata: { team: 'a' } }),
    'an account made without a confirmed address or a password': (visit) => asAdmin(visit, 'POST', '/admin/users', { email: visit.address() }),
    'an account made that is there': async (visit) => asAdmin(visit, 'POST', '/admin/users', { email: (await confirmed(visit)).email, password }),
    'an account made without an address': (visit) => asAdmin(visit, 'POST', '/admin/users', { password }),
    'an account made with a short password': (visit) => asAdmin(visit, 'POST', '/admin/users', { email: visit.address(), password: '12345' }),
    'an account read': async (visit) => asAdmin(visit, 'GET', `/admin/users/${(await confirmed(visit)).id}`),
    'an account read that is not there': (visit) => asAdmin(visit, 'GET', `/admin/users/${nobodys}`),
    'an account read whose id is none': (visit) => asAdmin(visit, 'GET', '/admin/users/ruth'),
    'another address': async (visit) => asAdmin(visit, 'PUT', `/admin/users/${(await confirmed(visit)).id}`, { email: visit.address(), email_confirm: true }),
    'an address that is taken': async (visit) => {
      const [one, other] = [await confirmed(visit), await confirmed(visit)]
      await asAdmin(visit, 'PUT', `/admin/users/${one.id}`, { email: other.email })
    },
    'another password': async (visit) => {
      const { id, token } = await confirmed(visit)
      await asAdmin(visit, 'PUT', `/admin/users/${id}`, { password: 'another password 2' })
      await visit.ask('GET', '/user', { token })
    },
    'metadata': async (visit) => asAdmin(visit, 'PUT', `/admin/users/${(await confirmed(visit)).id}`, { user_metadata: { plan: 'full' }, app_metadata: { team: 'b' } }),
    'a ban, and its end': async (visit) => {
      const { id, token } = await confirmed(visit)
      await asAdmin(visit, 'PUT', `/admin/users/${id}`, { ban_duration: '24h' })
      await visit.ask('GET', '/user', { token })
      await asAdmin(visit, 'PUT', `/admin/users/${id}`, { ban_duration: 'none' })
    },
    'a ban for a time that is none': async (visit) => asAdmin(visit, 'PUT', `/admin/users/${(await confirmed(visit)).id}`, { ban_duration: 'long' }),
    'an account deleted': async (visit) => asAdmin(visit, 'DELETE', `/admin/users/${(await confirmed(visit)).id}`),
    'an account deleted that is not there': (visit) => asAdmin(visit, 'DELETE', `/admin/users/${nobodys}`),
    'an account hidden': async (visit) => asAdmin(visit, 'DELETE', `/admin/users/${(await confirmed(visit)).id}`, { should_soft_delete: true }),
    'factors read, and one removed': async (visit) => {
      const person = await confirmed(visit)
      const { factorId } = await enrolled(visit, person)
      await asAdmin(visit, 'GET', `/admin/users/${person.id}/factors`)
      await asAdmin(visit, 'DELETE', `/admin/users/${person.id}/factors/${factorId}`)
    },
    'a factor removed that is not there': async (visit) => asAdmin(visit, 'DELETE', `/admin/users/${(await confirmed(visit)).id}/factors/${nobodys}`),
    'an invitation': async (visit) => {
      const email = visit.address()
      await asAdmin(visit, 'POST', '/invite', { email, data: { plan: 'light' } })
      await visit.mail(email)
    },
    'an invitation to somebody with an account': async (visit) => asAdmin(visit, 'POST', '/invite', { email: (await confirmed(visit)).email }),
    'a link to sign up': (visit) => link(visit, { type: 'signup', email: visit.address(), password }),
    'a link to sign up for somebody with an account': async (visit) => link(visit, { type: 'signup', email: (await confirmed(visit)).email, password }),
    'a link to sign up for somebody who has not confirmed': async (visit) => link(visit, { type: 'signup', email: (await unconfirmed(visit)).email, password }),
    'a link of an invitation': (visit) => link(visit, { type: 'invite', email: visit.address() }),
    'a link to sign in': async (visit) => link(visit, { type: 'magiclink', email: (await confirmed(visit)).email }),
    'a link to sign in for somebody new': (visit) => link(visit, { type: 'magiclink', email: visit.address() }),
    'a link of a recovery': async (visit) => link(visit, { type: 'recovery', email: (await confirmed(visit)).email }),
    'a link of a recovery for somebody unknown': (visit) => link(visit, { type: 'recovery', email: visit.address() }),
    'links to another address': async (visit) => {
      const { email } = await confirmed(visit)
      const next = visit.address()
      await link(visit, { type: 'email_change_current', email, new_email: next })
      await link(visit, { type: 'email_change_new', email, new_email: next })
    },
    'a link of an unknown type': (visit) => link(visit, { type: 'post', email: visit.address() }),
  },
}
