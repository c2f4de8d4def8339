import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailSchema } from './email-address.ts'

// Single addresses, as treated by form, table and function: tests/helpers/onboarding-boundaries.ts.

const isTaken = (address: string) => v.is(emailSchema, address)

test('every sign that HTML allows is taken before the @, and every form of a domain after it', () => {
  const signs = Array.from("!#$%&'*+-/=?^_`{|}~")
  const addresses = signs.flatMap((sign) => [`ruth${sign}naomi@example.com`, `${sign}@example.com`])
  const domains = ['xn--exmple-cua.com', 'example.xn--p1ai', '1.example.com', 'a-b--c.museum', 'example.co.uk']
  addresses.push(...domains.map((domain) => `ruth@${domain}`))
  expect(addresses.filter((address) => !isTaken(address))).toEqual([])
})

test('nothing is taken that the sign-in service refuses', () => {
  // HTML's own pattern, which is that of the sign-in service.
  const service = v.pipe(v.string(), v.rfcEmail())
  const mail = fc.string({ unit: fc.constantFrom(...Array.from("a0.'-_@ \n\u00e9")), maxLength: 6 })
  const addresses = fc.oneof(
    fc.tuple(mail, mail).map(([local, domain]) => `${local}a@${domain}a.com`),
    fc.emailAddress(),
  )
  const isRight = fc.property(addresses, (address) => {
    expect(v.is(service, address.trim()) || !isTaken(address)).toBe(true)
  })
  fc.assert(isRight, { numRuns: 2000 })
})

test('a text of megabytes is refused without a long look at it', () => {
  for (const part of ['a', 'a.', 'a@', 'a@a.', 'a@a-']) expect(isTaken(part.repeat(1_000_000))).toBe(false)
})
