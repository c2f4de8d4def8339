import { challenge, confirmed, letMailAge, unconfirmed, wrongCode } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const ask = (visit: Visit, path: string, body: object) => visit.ask('POST', path, { body })

/** Somebody who was sent a code, and the code. */
async function sent(visit: Visit, path: '/otp' | '/recover', more: object = {}) {
  const { email } = await confirmed(visit)
  await letMailAge(visit, email)
  await visit.prepare('POST', path, { body: { email, ...more } })
  return { email, ...(await visit.received(email, 2)) }
}

const codeIn = (location: string | null) => (location === null ? null : new URL(location).searchParams.get('code'))

/** Signing in by a code or link, without a password. */
export const oneTimeCodes: Subject = {
  subject: 'One-time codes',
  manner: 'proving',
  scenarios: {
    'asked by somebody with an account': async (visit) => {
      const { email } = await confirmed(visit)
      await letMailAge(visit, email)
      await ask(visit, '/otp', { email })
      await visit.mail(email, 2)
    },
    'asked twice within a minute': async (visit) => ask(visit, '/otp', { email: (await sent(visit, '/otp')).email }),
    'asked by somebody new': async (visit) => {
      const email = visit.address()
      await ask(visit, '/otp', { email, create_user: true, data: { plan: 'light' } })
      await visit.mail(email)
    },
    'asked by somebody new who wants no account': (visit) => ask(visit, '/otp', { email: visit.address(), create_user: false }),
    'asked without an address': (visit) => ask(visit, '/otp', {}),
    'asked for an address that is none': (visit) => ask(visit, '/otp', { email: 'ruth' }),
    'asked by phone': (visit) => ask(visit, '/otp', { phone: '+15550100' }),
    'the older endpoint': async (visit) => {
      const { email } = await confirmed(visit)
      await letMailAge(visit, email)
      await ask(visit, '/magiclink', { email })
    },
    'the code': async (visit) => {
      const { email, code } = await sent(visit, '/otp')
      await ask(visit, '/verify', { type: 'email', email, token: code })
    },
    'the code as type magiclink': async (visit) => {
      const { email, code } = await sent(visit, '/otp')
      await ask(visit, '/verify', { type: 'magiclink', email, token: code })
    },
    'the code of somebody new': async (visit) => {
      const email = visit.address()
      await visit.prepare('POST', '/otp', { body: { email } })
      const { code } = await visit.received(email)
      await ask(visit, '/verify', { type: 'email', email, token: code })
    },
    'a wrong code': async (visit) => {
      const { email, code } = await sent(visit, '/otp')
      await ask(visit, '/verify', { type: 'email', email, token: wrongCode(code) })
    },
    'the code of another address': async (visit) => {
      const { code } = await sent(visit, '/otp')
      await ask(visit, '/verify', { type: 'email', email: visit.address(), token: code })
    },
    'a code that was used': async (visit) => {
      const { email, code } = await sent(visit, '/otp')
      await visit.prepare('POST', '/verify', { body: { type: 'email', email, token: code } })
      await ask(visit, '/verify', { type: 'email', email, token: code })
    },
    'a code that has expired': async (visit) => {
      const { email, code } = await sent(visit, '/otp')
      await letMailAge(visit, email)
      await ask(visit, '/verify', { type: 'email', email, token: code })
    },
    'the hash of the link': async (visit) => ask(visit, '/verify', { type: 'email', token_hash: (await sent(visit, '/otp')).hash }),
    'the link': async (visit) => visit.ask('GET', `/verify?token=${(await sent(visit, '/otp')).hash}&type=magiclink`),
    'the link by HEAD': async (visit) => visit.ask('HEAD', `/verify?token=${(await sent(visit, '/otp')).hash}&type=magiclink`),
    'a link with a hash that nobody was sent': (visit) => visit.ask('GET', `/verify?token=${'0'.repeat(56)}&type=magiclink`),
    'a link without a hash': (visit) => visit.ask('GET', '/verify?type=magiclink'),
    'a link without a type': (visit) => visit.ask('GET', `/verify?token=${'0'.repeat(56)}`),
    'a link of an unknown type': (visit) => visit.ask('GET', `/verify?token=${'0'.repeat(56)}&type=post`),
    'a code without a type': (visit) => ask(visit, '/verify', { email: visit.address(), token: '123456' }),
    'a code without an address': (visit) => ask(visit, '/verify', { type: 'email', token: '123456' }),
    'a type without a code': (visit) => ask(visit, '/verify', { type: 'email', email: visit.address() }),
    'a code of an unknown type': (visit) => ask(visit, '/verify', { type: 'post', email: visit.address(), token: '123456' }),
    'a hash and an address': (visit) => ask(visit, '/verify', { type: 'email', email: visit.address(), token_hash: '0'.repeat(56) }),
  },
}

/** "Forgot password". */
export const recovering: Subject = {
  subject: 'Recovery',
  manner: 'proving',
  scenarios: {
    'asked by somebody with an account': async (visit) => {
      const { email } = await confirmed(visit)
      await letMailAge(visit, email)
      await ask(visit, '/recover', { email })
      await visit.mail(email, 2)
    },
    'asked for an unknown address': (visit) => ask(visit, '/recover', { email: visit.address() }),
    'asked for an address that is not confirmed': async (visit) => {
      const { email } = await unconfirmed(visit)
      await letMailAge(visit, email)
      await ask(visit, '/recover', { email })
    },
    'asked twice within a minute': async (visit) => ask(visit, '/recover', { email: (await sent(visit, '/recover')).email }),
    'asked without an address': (visit) => ask(visit, '/recover', {}),
    'the code, and a new password': async (visit) => {
      const { email, code } = await sent(visit, '/recover')
      const answer = await ask(visit, '/verify', { type: 'recovery', email, token: code })
      await visit.ask('PUT', '/user', { token: answer.at('access_token'), body: { password: 'another password 2' } })
    },
    'a wrong code': async (visit) => {
      const { email, code } = await sent(visit, '/recover')
      await ask(visit, '/verify', { type: 'recovery', email, token: wrongCode(code) })
    },
    'the hash of the link': async (visit) => ask(visit, '/verify', { type: 'recovery', token_hash: (await sent(visit, '/recover')).hash }),
    'the link': async (visit) => visit.ask('GET', `/verify?token=${(await sent(visit, '/recover')).hash}&type=recovery`),
    'the link as another type': async (visit) => visit.ask('GET', `/verify?token=${(await sent(visit, '/recover')).hash}&type=signup`),
  },
}

/** Codes that are exchanged for a session by whoever began (RFC 7636). */
export const pkce: Subject = {
  subject: 'PKCE',
  manner: 'proving',
  scenarios: {
    'a link, and its code exchanged': async (visit) => {
      const { verifier, sent: begun } = challenge()
      const { hash } = await sent(visit, '/recover', begun)
      const landing = await visit.ask('GET', `/verify?token=${hash}&type=recovery`)
      await ask(visit, '/token?grant_type=pkce', { auth_code: codeIn(landing.headers.get('location')), code_verifier: verifier })
    },
    'the six digits of the same e-mail': async (visit) => {
      const { email, code } = await sent(visit, '/otp', challenge().sent)
      await ask(visit, '/verify', { type: 'email', email, token: code })
    },
    'a code exchanged twice': async (visit) => {
      const { verifier, sent: begun } = challenge()
      const { hash } = await sent(visit, '/otp', begun)
      const landing = await visit.prepare('GET', `/verify?token=${hash}&type=magiclink`)
      const body = { auth_code: codeIn(landing.headers.get('location')), code_verifier: verifier }
      await visit.prepare('POST', '/token?grant_type=pkce', { body })
      await ask(visit, '/token?grant_type=pkce', body)
    },
    'a wrong verifier': async (visit) => {
      const { hash } = await sent(visit, '/otp', challenge().sent)
      const landing = await visit.prepare('GET', `/verify?token=${hash}&type=magiclink`)
      await ask(visit, '/token?grant_type=pkce', { auth_code: codeIn(landing.headers.get('location')), code_verifier: challenge().verifier })
    },
    'a code that nobody was given': (visit) =>
      ask(visit, '/token?grant_type=pkce', { auth_code: '00000000-0000-4000-8000-000000000000', code_verifier: challenge().verifier }),
    'no verifier': (visit) => ask(visit, '/token?grant_type=pkce', { auth_code: '00000000-0000-4000-8000-000000000000' }),
    'a challenge that is too short': async (visit) =>
      ask(visit, '/otp', { email: visit.address(), code_challenge: 'short', code_challenge_method: 's256' }),
    'an unknown method': async (visit) =>
      ask(visit, '/otp', { email: visit.address(), ...challenge().sent, code_challenge_method: 's512' }),
  },
}

/** Asking for an e-mail again. */
export const resending: Subject = {
  subject: 'Resending',
  manner: 'proving',
  scenarios: {
    'of a sign-up': async (visit) => {
      const { email } = await unconfirmed(visit)
      await letMailAge(visit, email, '2 minutes')
      await ask(visit, '/resend', { type: 'signup', email })
      await visit.mail(email, 2)
    },
    'of a sign-up, within a minute': async (visit) => ask(visit, '/resend', { type: 'signup', email: (await unconfirmed(visit)).email }),
    'of a sign-up that is confirmed': async (visit) => ask(visit, '/resend', { type: 'signup', email: (await confirmed(visit)).email }),
    'of an unknown address': (visit) => ask(visit, '/resend', { type: 'signup', email: visit.address() }),
    'of a change of address that nobody asked for': async (visit) => ask(visit, '/resend', { type: 'email_change', email: (await confirmed(visit)).email }),
    'of an unknown type': (visit) => ask(visit, '/resend', { type: 'recovery', email: visit.address() }),
    'without a type': (visit) => ask(visit, '/resend', { email: visit.address() }),
    'without an address': (visit) => ask(visit, '/resend', { type: 'signup' }),
  },
}
