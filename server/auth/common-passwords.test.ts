import { expect, test } from 'vitest'
import { commonPasswordCount, loadCommonPasswords } from './common-passwords.ts'

test('the list has the most common passwords that somebody could choose, in lower case', async () => {
  const passwords = await loadCommonPasswords()
  expect(passwords.size).toBe(commonPasswordCount)
  for (const common of ['123456', 'password', 'qwerty', 'iloveyou', 'letmein', 'jesus1', 'blessed']) {
    expect([common, passwords.has(common)]).toEqual([common, true])
  }
  expect([...passwords].filter((password) => password.length < 6 || password !== password.toLowerCase())).toEqual([])
})
