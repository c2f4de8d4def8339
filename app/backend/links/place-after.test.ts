import { expect, test } from 'vitest'
import type { LinkToken } from '../../../domain/email-link.ts'
import { placeAfter } from './place-after.ts'

const token: LinkToken = { hash: '0'.repeat(56), type: 'signup', email: 'ruth@example.com' }
const placeOf = (redirectTo?: string) =>
  placeAfter('https://example.org', 'https://example.org/credit/', { ...token, ...(redirectTo && { redirectTo }) })

test.for([
  [undefined, '/'],
  ['https://example.org/credit', '/'],
  ['https://example.org/credit/', '/'],
  ['https://example.org/credit/welcome?from=mail#top', '/welcome?from=mail#top'],
  ['https://example.org/credit/?sb_flow_id=d16730cd', '/'],
  ['https://example.org/credit//stranger.example/', '/stranger.example/'],
  ['https://example.org/credit/\\stranger.example/', '/stranger.example/'],
  ['no address', '/'],
])('%s is on this site', ([address, path]) => {
  expect(placeOf(address)).toEqual({ here: path })
})

test.for(['https://app.example.org/welcome?step=1', 'https://example.org/credits', 'https://example.org/credit/../other', 'https://example.org.evil.example/credit/'])(
  'to %s the sign-in service leads, if it may',
  (address) => {
    const place = placeOf(address)
    const url = new URL('elsewhere' in place ? place.elsewhere : '')
    expect(url.origin + url.pathname).toBe('https://example.org/auth/v1/verify')
    expect(Object.fromEntries(url.searchParams)).toEqual({ token: token.hash, type: 'signup', redirect_to: address })
  },
)
