import { expect, test } from 'vitest'
import { checkMailLinks } from './backend.ts'

const url = new URL('https://www.example.org/credit/')
const policy = new Map([['connect-src', ["'self'", 'https://abc.supabase.co']]])

/** What is said of a Supabase project that has this Site URL and allows what it should. */
function checkWith(siteUrl: string) {
  const ask = async (address: URL) => {
    const location = `${address.searchParams.get('redirect_to') ?? siteUrl}#error=access_denied&error_code=otp_expired`
    return { url: address, status: 303, headers: { location }, body: '' }
  }
  return checkMailLinks({ url, policy, ask })
}

test('a Site URL without a slash at its end is right', async () => {
  expect(await checkWith('https://www.example.org/credit')).toEqual({ name: 'Mail links', result: 'ok', detail: `they lead to ${url.href}` })
})

test.each([
  ['https://www.example.org/credit/', 'they lead to https://www.example.org/credit//confirm, with a slash too many: write the Site URL of Supabase Auth without the last one'],
  ['http://localhost:3000', 'they lead to http://localhost:3000/: set the Site URL of Supabase Auth'],
  ['https://www.example.org', 'they lead to https://www.example.org/: set the Site URL of Supabase Auth'],
])('%s is a fault', async (siteUrl, detail) => {
  const said = await checkWith(siteUrl)
  expect(said).toMatchObject({ result: 'fault', detail: detail })
})
