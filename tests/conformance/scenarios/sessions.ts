import { confirmed, password, signedIn, unconfirmed } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const signIn = (visit: Visit, body: object) => visit.ask('POST', '/token?grant_type=password', { body })
const refresh = (visit: Visit, refreshToken: string) =>
  visit.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })

/** Older than the time in which a token may be used again. */
const letTokensAge = (visit: Visit, id: string) =>
  visit.change(
    `update auth.refresh_tokens set created_at = created_at - interval '1 minute', updated_at = updated_at - interval '1 minute'
     where user_id = $1`,
    [id],
  )

const ban = (visit: Visit, id: string) => visit.change("update auth.users set banned_until = now() + interval '1 day' where id = $1", [id])

/** Sign-in by password. */
export const signInByPassword: Subject = {
  subject: 'Sign-in by password',
  manner: 'proving',
  scenarios: {
    'the right password': async (visit) => signIn(visit, { email: (await confirmed(visit)).email, password }),
    'the address in capitals': async (visit) => signIn(visit, { email: (await confirmed(visit)).email.toUpperCase(), password }),
    'a wrong password': async (visit) => signIn(visit, { email: (await confirmed(visit)).email, password: 'a wrong password' }),
    'an unknown address': (visit) => signIn(visit, { email: visit.address(), password }),
    'an address that is not confirmed': async (visit) => signIn(visit, { email: (await unconfirmed(visit)).email, password }),
    'a wrong password for it': async (visit) => signIn(visit, { email: (await unconfirmed(visit)).email, password: 'a wrong password' }),
    'an account that is banned': async (visit) => {
      const { email, id } = await confirmed(visit)
      await ban(visit, id)
      await signIn(visit, { email, password })
    },
    'no password': async (visit) => signIn(visit, { email: (await confirmed(visit)).email }),
    'no address': (visit) => signIn(visit, { password }),
    'nothing': (visit) => signIn(visit, {}),
    'an address and a phone number': (visit) => signIn(visit, { email: visit.address(), phone: '+15550100', password }),
    'an unknown grant': (visit) => visit.ask('POST', '/token?grant_type=magic', { body: {} }),
    'no grant': (visit) => visit.ask('POST', '/token', { body: {} }),
  },
}

/** Refreshing a session, and ending it. */
export const refreshing: Subject = {
  subject: 'Refreshing',
  manner: 'proving',
  scenarios: {
    'a refresh': async (visit) => refresh(visit, (await confirmed(visit)).refreshToken),
    'the same token again at once': async (visit) => {
      const { refreshToken } = await confirmed(visit)
      await refresh(visit, refreshToken)
      await refresh(visit, refreshToken)
    },
    'the same token again after a minute': async (visit) => {
      const { id, refreshToken } = await confirmed(visit)
      await visit.prepare('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
      await letTokensAge(visit, id)
      await refresh(visit, refreshToken)
    },
    'the token before the last one after a minute, and then the last one': async (visit) => {
      const { id, refreshToken } = await confirmed(visit)
      const second = await visit.prepare('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } })
      const third = await visit.prepare('POST', '/token?grant_type=refresh_token', { body: { refresh_token: second.at('refresh_token') } })
      await letTokensAge(visit, id)
      await refresh(visit, refreshToken)
      await refresh(visit, third.at('refresh_token'))
    },
    'a token that nobody was given': (visit) => refresh(visit, 'aaaaaaaaaaaa'),
    'no token': (visit) => refresh(visit, ''),
    'a token of a session that has ended': async (visit) => {
      const { token, refreshToken } = await confirmed(visit)
      await visit.prepare('POST', '/logout', { token })
      await refresh(visit, refreshToken)
    },
    'a token of an account that is banned': async (visit) => {
      const { id, refreshToken } = await confirmed(visit)
      await ban(visit, id)
      await refresh(visit, refreshToken)
    },
  },
}

/** Sign-out, by what it ends. */
export const signingOut: Subject = {
  subject: 'Sign-out',
  manner: 'proving',
  scenarios: {
    ...Object.fromEntries(
      ['', '?scope=global', '?scope=local', '?scope=others'].map((scope) => [
        scope ? `of two sessions, ${scope.slice(1)}` : 'of two sessions, without a scope',
        async (visit: Visit) => {
          const { email, token } = await confirmed(visit)
          const other = await signedIn(visit, email)
          await visit.ask('POST', `/logout${scope}`, { token })
          await visit.ask('GET', '/user', { token })
          await visit.ask('GET', '/user', { token: other.token })
        },
      ]),
    ),
    'an unknown scope': async (visit) => visit.ask('POST', '/logout?scope=all', { token: (await confirmed(visit)).token }),
    'without a token': (visit) => visit.ask('POST', '/logout'),
    'with a token that is none': (visit) => visit.ask('POST', '/logout', { token: 'not.a.token' }),
    'twice': async (visit) => {
      const { token } = await confirmed(visit)
      await visit.prepare('POST', '/logout', { token })
      await visit.ask('POST', '/logout', { token })
    },
  },
}
