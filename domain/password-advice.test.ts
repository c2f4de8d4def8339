import { expect, test } from 'vitest'
import { passwordAdvice } from './password-advice.ts'

const email = 'naomi.levi@example.com'

test.each([
  ['', undefined],
  ['abc12', 'too-short'],
  ['Password1!', 'common'],
  ['jesus777', 'common'],
  ['04071976', 'common'],
  ['aabbaabbaabb', 'common'],
  ['Naomi.Levi-1976', 'like-email'],
  ['olive 7 tree', undefined],
  ['olive7tree', 'longer'],
  ['password of the whole house', undefined],
  ['839201748391', undefined],
])('%j: %s', (password, advice) => {
  expect(passwordAdvice(password, email)).toBe(advice)
})

test('an address that is not typed yet, or has a short name, says nothing about a password', () => {
  for (const address of ['', '@example.com', 'leo@example.com', ' Leo@EXAMPLE.com ']) {
    expect(passwordAdvice('leo and the seven', address)).toBeUndefined()
  }
})
