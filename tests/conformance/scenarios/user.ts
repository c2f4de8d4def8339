import { confirmed, letMailAge, password, wrongCode } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const change = (visit: Visit, token: string, body: object) => visit.ask('PUT', '/user', { token, body })

/** Somebody who asked for another address, with the codes of both. */
async function changing(visit: Visit) {
  const person = await confirmed(visit)
  await letMailAge(visit, person.email)
  const next = visit.address()
  await visit.prepare('PUT', '/user', { token: person.token, body: { email: next } })
  return { ...person, next, old: await visit.received(person.email, 2), fresh: await visit.received(next) }
}

/** Reading and changing one's own account. */
export const ownAccount: Subject = {
  subject: 'The account',
  manner: 'proving',
  scenarios: {
    'read': async (visit) => visit.ask('GET', '/user', { token: (await confirmed(visit)).token }),
    'read without a token': (visit) => visit.ask('GET', '/user'),
    'read with a token that is none': (visit) => visit.ask('GET', '/user', { token: 'not.a.token' }),
    'read with the service key': (visit) => visit.ask('GET', '/user', { token: visit.service.serviceKey }),
    'read after it was deleted': async (visit) => {
      const { id, token } = await confirmed(visit)
      await visit.change('delete from auth.users where id = $1', [id])
      await visit.ask('GET', '/user', { token })
    },
    'metadata, a key taken away again': async (visit) => {
      const { token } = await confirmed(visit)
      await change(visit, token, { data: { plan: 'light', note: 'x' } })
      await change(visit, token, { data: { note: null } })
    },
    'nothing changed': async (visit) => change(visit, (await confirmed(visit)).token, {}),
    'a new password': async (visit) => {
      const { email, token } = await confirmed(visit)
      await change(visit, token, { password: 'another password 2' })
      await visit.ask('POST', '/token?grant_type=password', { body: { email, password: 'another password 2' } })
    },
    'a new password from a session that a password opened': async (visit) => {
      const { email } = await confirmed(visit)
      const opened = await visit.prepare('POST', '/token?grant_type=password', { body: { email, password } })
      await change(visit, opened.at('access_token'), { password: 'another password 2' })
    },
    'the same password': async (visit) => change(visit, (await confirmed(visit)).token, { password }),
    'a password that is too short': async (visit) => change(visit, (await confirmed(visit)).token, { password: '12345' }),
    'a phone number': async (visit) => change(visit, (await confirmed(visit)).token, { phone: '+15550100' }),
    'changed without a token': (visit) => visit.ask('PUT', '/user', { body: { data: {} } }),
  },
}

/** Moving an account to another address, which both addresses confirm. */
export const newAddress: Subject = {
  subject: 'A new address',
  manner: 'proving',
  scenarios: {
    'asked for': async (visit) => {
      const { email, token } = await confirmed(visit)
      await letMailAge(visit, email)
      const next = visit.address()
      await change(visit, token, { email: next })
      await visit.mail(email, 2)
      await visit.mail(next)
    },
    'confirmed by both codes, the old address first': async (visit) => {
      const { email, next, old, fresh } = await changing(visit)
      await visit.ask('POST', '/verify', { body: { type: 'email_change', email, token: old.code } })
      await visit.ask('POST', '/verify', { body: { type: 'email_change', email: next, token: fresh.code } })
    },
    'confirmed by both links, the new address first': async (visit) => {
      const { old, fresh } = await changing(visit)
      await visit.ask('GET', `/verify?token=${fresh.hash}&type=email_change`)
      await visit.ask('GET', `/verify?token=${old.hash}&type=email_change`)
    },
    'a wrong code': async (visit) => {
      const { next, fresh } = await changing(visit)
      await visit.ask('POST', '/verify', { body: { type: 'email_change', email: next, token: wrongCode(fresh.code) } })
    },
    'one that has an account': async (visit) => {
      const [{ token }, other] = [await confirmed(visit), await confirmed(visit)]
      await change(visit, token, { email: other.email })
    },
    "one's own": async (visit) => {
      const { email, token } = await confirmed(visit)
      await change(visit, token, { email })
    },
    'one that is none': async (visit) => change(visit, (await confirmed(visit)).token, { email: 'ruth' }),
    'asked for twice within a minute': async (visit) => {
      const { token, next } = await changing(visit)
      await change(visit, token, { email: next })
    },
  },
}

/** Proving the mailbox once more before something grave. */
export const reauthenticating: Subject = {
  subject: 'Reauthentication',
  manner: 'proving',
  scenarios: {
    'a code asked for': async (visit) => {
      const { email, token } = await confirmed(visit)
      await visit.ask('GET', '/reauthenticate', { token })
      await visit.mail(email, 2)
    },
    'a new password with the code': async (visit) => {
      const { email, token } = await confirmed(visit)
      await visit.prepare('GET', '/reauthenticate', { token })
      const { code } = await visit.received(email, 2)
      await change(visit, token, { password: 'another password 2', nonce: code })
    },
    'a new password with a wrong code, from an old session': async (visit) => {
      const { id, email, token } = await confirmed(visit)
      await visit.change("update auth.sessions set created_at = created_at - interval '2 days' where user_id = $1", [id])
      await visit.prepare('GET', '/reauthenticate', { token })
      const { code } = await visit.received(email, 2)
      await change(visit, token, { password: 'another password 2', nonce: wrongCode(code) })
    },
    'without a token': (visit) => visit.ask('GET', '/reauthenticate'),
  },
}
