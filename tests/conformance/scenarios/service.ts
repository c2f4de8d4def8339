import type { Subject } from '../visit.ts'

const origin = 'https://elsewhere.example.org'

/** What the service says of itself, and its answers to what it does not understand. */
export const service: Subject = {
  subject: 'The service',
  manner: 'proving',
  scenarios: {
    'its settings': (visit) => visit.ask('GET', '/settings'),
    'its health': (visit) => visit.ask('GET', '/health'),
    'its keys': (visit) => visit.ask('GET', '/.well-known/jwks.json'),
    'its discovery document': (visit) => visit.ask('GET', '/.well-known/openid-configuration'),
    'a path that is not there': (visit) => visit.ask('GET', '/nowhere'),
    'a method that an endpoint does not have': (visit) => visit.ask('GET', '/signup'),
    'another one': (visit) => visit.ask('DELETE', '/token?grant_type=password', { body: {} }),
    'a body that is no JSON': (visit) => visit.ask('POST', '/signup', { body: '{"email":' }),
    'a body with a field of the wrong type': (visit) => visit.ask('POST', '/signup', { body: { email: 1, password: 'a good password' } }),
    'a body that is a list': (visit) => visit.ask('POST', '/recover', { body: [] }),
    'an empty body': (visit) => visit.ask('POST', '/recover', { body: '' }),
    'a preflight request': (visit) =>
      visit.ask('OPTIONS', '/token?grant_type=password', {
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type,x-client-info' },
      }),
    'a request by a page of another origin': (visit) => visit.ask('GET', '/settings', { headers: { origin } }),
    'a fault that a page of another origin reads': (visit) => visit.ask('GET', '/user', { headers: { origin } }),
    'a fault in the older format, for clients that name no version': (visit) => visit.ask('GET', '/user'),
    'a fault in the format of 2024': (visit) => visit.ask('GET', '/user', { headers: { 'x-supabase-api-version': '2024-01-01' } }),
  },
}
