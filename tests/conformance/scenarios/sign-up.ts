import { challenge, confirmed, letMailAge, password, unconfirmed, wrongCode } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const signUp = (visit: Visit, fields: object, query = '') => visit.ask('POST', `/signup${query}`, { body: fields })

/** Sign-up where addresses have to be confirmed. */
export const signUpWithProof: Subject = {
  subject: 'Sign-up, addresses confirmed',
  manner: 'proving',
  scenarios: {
    'a new account, and its e-mail': async (visit) => {
      const email = visit.address()
      await signUp(visit, { email, password })
      await visit.mail(email)
    },
    'a new account with metadata and an address in capitals': async (visit) => {
      const email = visit.address()
      await signUp(visit, { email: email.toUpperCase(), password, data: { plan: 'light', sub: 'somebody' } })
    },
    'an account that is there and not confirmed, within a minute': async (visit) => {
      const { email } = await unconfirmed(visit)
      await signUp(visit, { email, password: 'another password 2', data: { plan: 'full' } })
    },
    'an account that is there and not confirmed, later': async (visit) => {
      const { email } = await unconfirmed(visit)
      await letMailAge(visit, email, '2 minutes')
      await signUp(visit, { email, password: 'another password 2' })
    },
    'an account that is there and confirmed': async (visit) => {
      const { email } = await confirmed(visit)
      await signUp(visit, { email, password: 'another password 2', data: { plan: 'full' } })
    },
    'confirmed by the code of the e-mail': async (visit) => {
      const { email, code } = await unconfirmed(visit)
      await visit.ask('POST', '/verify', { body: { type: 'signup', email, token: code } })
    },
    'confirmed by the code as type email': async (visit) => {
      const { email, code } = await unconfirmed(visit)
      await visit.ask('POST', '/verify', { body: { type: 'email', email, token: code } })
    },
    'confirmed by the hash of the link': async (visit) => {
      const { hash } = await unconfirmed(visit)
      await visit.ask('POST', '/verify', { body: { type: 'signup', token_hash: hash } })
    },
    'confirmed by following the link': async (visit) => {
      const { hash } = await unconfirmed(visit)
      await visit.ask('GET', `/verify?token=${hash}&type=signup`)
    },
    'a link followed twice': async (visit) => {
      const { hash } = await unconfirmed(visit)
      await visit.prepare('GET', `/verify?token=${hash}&type=signup`)
      await visit.ask('GET', `/verify?token=${hash}&type=signup`)
    },
    'a wrong code': async (visit) => {
      const { email, code } = await unconfirmed(visit)
      await visit.ask('POST', '/verify', { body: { type: 'signup', email, token: wrongCode(code) } })
    },
    'a code that has expired': async (visit) => {
      const { email, code } = await unconfirmed(visit)
      await letMailAge(visit, email)
      await visit.ask('POST', '/verify', { body: { type: 'signup', email, token: code } })
    },
    'a link that has expired': async (visit) => {
      const { email, hash } = await unconfirmed(visit)
      await letMailAge(visit, email)
      await visit.ask('GET', `/verify?token=${hash}&type=signup`)
    },
    'by PKCE, up to the session': async (visit) => {
      const [email, { verifier, sent }] = [visit.address(), challenge()]
      await signUp(visit, { email, password, ...sent })
      const { hash } = await visit.mail(email)
      const landing = await visit.ask('GET', `/verify?token=${hash}&type=signup`)
      const code = new URL(landing.headers.get('location') ?? '').searchParams.get('code')
      await visit.ask('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })
    },
    'to be led to a page of the site': async (visit) => {
      const email = visit.address()
      await signUp(visit, { email, password }, `?redirect_to=${encodeURIComponent(`${visit.service.siteUrl}welcome?from=mail`)}`)
      await visit.mail(email)
    },
    'to be led to a page of somebody else': async (visit) => {
      const email = visit.address()
      await signUp(visit, { email, password }, '?redirect_to=https%3A%2F%2Felsewhere.example.org%2F')
      await visit.mail(email)
    },
    'a password that is too short': (visit) => signUp(visit, { email: visit.address(), password: '12345' }),
    'a password that bcrypt cannot take': (visit) => signUp(visit, { email: visit.address(), password: 'a'.repeat(73) }),
    'no password': (visit) => signUp(visit, { email: visit.address() }),
    'an address that is none': (visit) => signUp(visit, { email: 'ruth', password }),
    'an address and a phone number': (visit) => signUp(visit, { email: visit.address(), phone: '+15550100', password }),
    'half a PKCE challenge': (visit) => signUp(visit, { email: visit.address(), password, code_challenge_method: 's256' }),
  },
}

/** Sign-up where accounts are usable at once. */
export const signUpAtOnce: Subject = {
  subject: 'Sign-up, accounts usable at once',
  manner: 'trusting',
  scenarios: {
    'a new account': (visit) => signUp(visit, { email: visit.address(), password, data: { plan: 'light' } }),
    'an account that is there': async (visit) => {
      const email = visit.address()
      await visit.prepare('POST', '/signup', { body: { email, password } })
      await signUp(visit, { email, password: 'another password 2' })
    },
    'a sign-in afterwards': async (visit) => {
      const email = visit.address()
      await visit.prepare('POST', '/signup', { body: { email, password } })
      await visit.ask('POST', '/token?grant_type=password', { body: { email, password } })
    },
    'a password that is too short': (visit) => signUp(visit, { email: visit.address(), password: '12345' }),
    'its settings': (visit) => visit.ask('GET', '/settings'),
  },
}
