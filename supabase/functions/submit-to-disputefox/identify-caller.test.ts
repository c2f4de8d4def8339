import { expect, test } from 'vitest'
import { createCallerIdentifier, sameSecret } from './identify-caller.ts'

const user = { userId: '6f1c1a52-8d5b-4f62-9f2e-3d1f0a8b7c11', sessionId: '0d2f4a68-7c1b-4e35-9a80-5b6c7d8e9f01', aal: 'aal1' }
const identify = createCallerIdentifier('sb_secret_x', async (token) => (token === 'good' ? user : undefined))
const calledWith = (headers: Record<string, string>) => identify(new Request('http://project.test/', { headers }))

test('a user is who the token says', async () => {
  expect(await calledWith({ authorization: 'Bearer good', apikey: 'sb_publishable_x' })).toEqual(user)
})

test('the service shows its key in either header', async () => {
  expect(await calledWith({ apikey: 'sb_secret_x' })).toBe('service')
  expect(await calledWith({ authorization: 'Bearer sb_secret_x' })).toBe('service')
})

test.each<[string, Record<string, string>]>([
  ['no header', {}],
  ['a publishable key', { apikey: 'sb_publishable_x' }],
  ['a wrong secret key', { apikey: 'sb_secret_y' }],
  ['an empty key', { apikey: '' }],
  ['a forged token', { authorization: 'Bearer forged' }],
  ['more than a token', { authorization: 'Bearer good extra' }],
  ['another scheme', { authorization: 'Basic sb_secret_x' }],
])('%s is nobody', async (_, headers) => {
  expect(await calledWith(headers)).toBeUndefined()
})

test('only the same text is the same secret', async () => {
  expect(await sameSecret('sb_secret_x', 'sb_secret_x')).toBe(true)
  for (const other of ['', 'sb_secret_y', 'sb_secret_', 'sb_secret_xx', 'SB_SECRET_X']) {
    expect(await sameSecret(other, 'sb_secret_x')).toBe(false)
  }
})
