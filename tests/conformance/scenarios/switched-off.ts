import { confirmed, password } from '../people.ts'
import type { Subject } from '../visit.ts'

/** What a fresh Supabase project has switched off. */
export const switchedOff: Subject = {
  subject: 'What is switched off',
  manner: 'proving',
  scenarios: {
    'sign-up by phone': (visit) => visit.ask('POST', '/signup', { body: { phone: '+15550100', password } }),
    'sign-up by nobody in particular': (visit) => visit.ask('POST', '/signup', { body: {} }),
    'sign-in by phone': (visit) => visit.ask('POST', '/token?grant_type=password', { body: { phone: '+15550100', password } }),
    'a code by phone': (visit) => visit.ask('POST', '/verify', { body: { type: 'sms', phone: '+15550100', token: '123456' } }),
    'another provider': (visit) => visit.ask('GET', '/authorize?provider=google'),
    'no provider': (visit) => visit.ask('GET', '/authorize'),
    'a provider that nobody knows': (visit) => visit.ask('GET', '/authorize?provider=pigeon'),
    "a provider's answer": (visit) => visit.ask('GET', '/callback?code=x&state=y'),
    "a provider's token": (visit) => visit.ask('POST', '/token?grant_type=id_token', { body: { provider: 'google', id_token: 'x' } }),
    "a wallet's signature": (visit) => visit.ask('POST', '/token?grant_type=web3', { body: { chain: 'solana', message: 'x', signature: 'y' } }),
    'single sign-on': (visit) => visit.ask('POST', '/sso', { body: { domain: 'example.com' } }),
    'its metadata': (visit) => visit.ask('GET', '/sso/saml/metadata'),
    'a phone as a second factor': async (visit) => visit.ask('POST', '/factors', { token: (await confirmed(visit)).token, body: { factor_type: 'phone', friendly_name: 'x', phone: '+15550100' } }),
    'a key as a second factor': async (visit) => visit.ask('POST', '/factors', { token: (await confirmed(visit)).token, body: { factor_type: 'webauthn', friendly_name: 'x' } }),
    'signing in by passkey': (visit) => visit.ask('POST', '/passkeys/authentication/options', { body: {} }),
    'a passkey enrolled': async (visit) => visit.ask('POST', '/passkeys/registration/options', { token: (await confirmed(visit)).token, body: {} }),
    'the own passkeys': async (visit) => visit.ask('GET', '/passkeys', { token: (await confirmed(visit)).token }),
    'another identity linked': async (visit) => visit.ask('GET', '/user/identities/authorize?provider=google', { token: (await confirmed(visit)).token }),
    'the own identity removed': async (visit) => {
      const { id, token } = await confirmed(visit)
      const answer = await visit.prepare('GET', '/user', { token })
      await visit.ask('DELETE', `/user/identities/${answer.at('identities', '0', 'identity_id') || id}`, { token })
    },
    'providers of single sign-on': (visit) => visit.ask('GET', '/admin/sso/providers', { token: visit.service.serviceKey }),
    'clients of OAuth': (visit) => visit.ask('GET', '/admin/oauth/clients', { token: visit.service.serviceKey }),
    'an authorization for one': (visit) => visit.ask('GET', '/oauth/authorize?client_id=x'),
    'a token for one': (visit) => visit.ask('POST', '/oauth/token', { body: {} }),
  },
}
