import { expect, test } from 'vitest'
import type { LinkToken } from '../../../domain/email-link.ts'
import { placeElsewhere } from './place-elsewhere.ts'

const token: LinkToken = { hash: '0'.repeat(56), type: 'signup', email: 'ruth@example.com' }
const placeOf = (redirectTo?: string) => placeElsewhere('https://example.org', 'https://example.org/credit/', { ...token, ...(redirectTo && { redirectTo }) })

test.for([undefined, 'https://example.org/credit', 'https://example.org/credit/', 'https://example.org/credit/auth'])('%s is on this site', (address) => {
  expect(placeOf(address)).toBeUndefined()
})

test.for(['https://app.example.org/welcome?step=1', 'https://example.org/credits', 'https://example.org.evil.example/credit/'])(
  'to %s the sign-in service leads, if it may',
  (address) => {
    const place = new URL(placeOf(address) ?? '')
    expect(place.origin + place.pathname).toBe('https://example.org/auth/v1/verify')
    expect(Object.fromEntries(place.searchParams)).toEqual({ token: token.hash, type: 'signup', redirect_to: address })
  },
)
