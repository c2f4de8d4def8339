import { appCode, confirmed, enrolled, type Person, proved, signedIn, wrongCode } from '../people.ts'
import type { Subject, Visit } from '../visit.ts'

const nobodys = '00000000-0000-4000-8000-000000000000'
const enroll = (visit: Visit, { token }: Person, body: object) => visit.ask('POST', '/factors', { token, body })

/** Somebody with an app, and a challenge for it. */
async function challenged(visit: Visit) {
  const person = await confirmed(visit)
  const app = await enrolled(visit, person)
  const asked = await visit.prepare('POST', `/factors/${app.factorId}/challenge`, { token: person.token, body: {} })
  return { ...person, ...app, challengeId: asked.at('id') }
}

const verify = (visit: Visit, { token, factorId }: { token: string; factorId: string }, body: object) =>
  visit.ask('POST', `/factors/${factorId}/verify`, { token, body })

/** Second factors by an authenticator app (RFC 6238). */
export const factors: Subject = {
  subject: 'Second factors',
  manner: 'proving',
  scenarios: {
    'an app enrolled': async (visit) => enroll(visit, await confirmed(visit), { factor_type: 'totp', friendly_name: 'phone', issuer: 'Us' }),
    'one without a name': async (visit) => enroll(visit, await confirmed(visit), { factor_type: 'totp' }),
    'two of the same name': async (visit) => {
      const person = await confirmed(visit)
      await proved(visit, person, await enrolled(visit, person))
      const again = await signedIn(visit, person.email)
      await enroll(visit, again, { factor_type: 'totp', friendly_name: 'phone' })
    },
    'a second one by a session that has shown the first': async (visit) => {
      const person = await confirmed(visit)
      const strong = await proved(visit, person, await enrolled(visit, person))
      await enroll(visit, strong, { factor_type: 'totp', friendly_name: 'tablet' })
      await enroll(visit, strong, { factor_type: 'totp', friendly_name: 'phone' })
    },
    'one that was never proved, enrolled again': async (visit) => {
      const person = await confirmed(visit)
      await enrolled(visit, person)
      await enroll(visit, person, { factor_type: 'totp', friendly_name: 'phone' })
    },
    'a factor of an unknown type': async (visit) => enroll(visit, await confirmed(visit), { factor_type: 'pigeon', friendly_name: 'x' }),
    'a challenge': async (visit) => {
      const person = await confirmed(visit)
      const { factorId } = await enrolled(visit, person)
      await visit.ask('POST', `/factors/${factorId}/challenge`, { token: person.token, body: {} })
    },
    'a challenge of a factor that is not there': async (visit) =>
      visit.ask('POST', `/factors/${nobodys}/challenge`, { token: (await confirmed(visit)).token, body: {} }),
    'a challenge of a factor of somebody else': async (visit) => {
      const { factorId } = await enrolled(visit, await confirmed(visit))
      await visit.ask('POST', `/factors/${factorId}/challenge`, { token: (await confirmed(visit)).token, body: {} })
    },
    'a challenge of a factor whose id is none': async (visit) =>
      visit.ask('POST', '/factors/phone/challenge', { token: (await confirmed(visit)).token, body: {} }),
    'the right code': async (visit) => {
      const asked = await challenged(visit)
      await verify(visit, asked, { challenge_id: asked.challengeId, code: appCode(asked.secret) })
    },
    'the right code, the other sessions': async (visit) => {
      const asked = await challenged(visit)
      const other = await signedIn(visit, asked.email)
      await visit.prepare('POST', `/factors/${asked.factorId}/verify`, { token: asked.token, body: { challenge_id: asked.challengeId, code: appCode(asked.secret) } })
      await visit.ask('GET', '/user', { token: other.token })
    },
    'a wrong code': async (visit) => {
      const asked = await challenged(visit)
      await verify(visit, asked, { challenge_id: asked.challengeId, code: wrongCode(appCode(asked.secret)) })
    },
    'no code': async (visit) => {
      const asked = await challenged(visit)
      await verify(visit, asked, { challenge_id: asked.challengeId })
    },
    'a code for a challenge that is not there': async (visit) => {
      const asked = await challenged(visit)
      await verify(visit, asked, { challenge_id: nobodys, code: appCode(asked.secret) })
    },
    'a code for a challenge that has expired': async (visit) => {
      const asked = await challenged(visit)
      await visit.change("update auth.mfa_challenges set created_at = created_at - interval '1 hour' where id = $1", [asked.challengeId])
      await verify(visit, asked, { challenge_id: asked.challengeId, code: appCode(asked.secret) })
    },
    'a sign-in and a refresh afterwards': async (visit) => {
      const person = await confirmed(visit)
      const strong = await proved(visit, person, await enrolled(visit, person))
      await visit.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token: strong.refreshToken } })
      await visit.ask('GET', '/user', { token: (await signedIn(visit, person.email)).token })
    },
    'a factor removed by a session that has shown it': async (visit) => {
      const person = await confirmed(visit)
      const app = await enrolled(visit, person)
      const strong = await proved(visit, person, app)
      await visit.ask('DELETE', `/factors/${app.factorId}`, { token: strong.token })
    },
    'a factor removed by a session that has not shown it': async (visit) => {
      const person = await confirmed(visit)
      const app = await enrolled(visit, person)
      await proved(visit, person, app)
      await visit.ask('DELETE', `/factors/${app.factorId}`, { token: (await signedIn(visit, person.email)).token })
    },
    'a factor that was never proved, removed': async (visit) => {
      const person = await confirmed(visit)
      const { factorId } = await enrolled(visit, person)
      await visit.ask('DELETE', `/factors/${factorId}`, { token: person.token })
    },
    'a factor that is not there, removed': async (visit) => visit.ask('DELETE', `/factors/${nobodys}`, { token: (await confirmed(visit)).token }),
    'a new password by a session that has not shown the factor': async (visit) => {
      const person = await confirmed(visit)
      await proved(visit, person, await enrolled(visit, person))
      await visit.ask('PUT', '/user', { token: (await signedIn(visit, person.email)).token, body: { password: 'another password 2' } })
    },
    'enrolled without a token': (visit) => visit.ask('POST', '/factors', { body: { factor_type: 'totp' } }),
  },
}
