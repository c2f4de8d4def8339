import { expect, test } from 'vitest'
import { emailLink, type LinkToken, linkTokenOf } from './email-link.ts'

const token: LinkToken = { hash: `pkce_${'0'.repeat(56)}`, type: 'signup', email: 'ruth+credit@example.com' }
const fragmentOf = (link: string) => new URL(link).hash

test('a link leads to a page of the site, below its base path, and carries its token behind the #', () => {
  const link = new URL(emailLink('https://www.example.org/credit/', token))
  expect([link.origin, link.pathname, link.search]).toEqual(['https://www.example.org', '/credit/confirm', ''])
  expect(linkTokenOf(link.hash)).toEqual(token)
})

test('it may carry where another program wants the visitor to go', () => {
  const wish = { ...token, redirectTo: 'https://app.example.org/welcome?from=e-mail&step=1' }
  expect(linkTokenOf(fragmentOf(emailLink('https://example.org/', wish)))).toEqual(wish)
})

test.for(["o'brien&sons=1%#?@example.com", 'ruth.amoré@example.com'])('an address is carried as it is: %s', (email) => {
  expect(linkTokenOf(fragmentOf(emailLink('https://example.org/', { ...token, email })))).toEqual({ ...token, email })
})

test('an address that somebody copied from the text of a Supabase e-mail stands there unencoded', () => {
  expect(linkTokenOf(`#token_hash=${token.hash}&type=signup&email=ruth+credit@example.com`)).toEqual(token)
})

test.for([
  '', '#', '#pricing', '#stop=1', '#token_hash=short&type=signup&email=a', `#token_hash=${token.hash}&type=sms&email=a`,
  `#token_hash=${token.hash}&type=signup`, `#token_hash=${token.hash}&type=signup&email=%`, `#type=signup&token_hash=${token.hash}&email=a`,
])('"%s" is no such fragment', (fragment) => {
  expect(linkTokenOf(fragment)).toBeUndefined()
})
