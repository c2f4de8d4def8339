import { expect, test } from 'vitest'
import type { Claims } from '../postgres/database.ts'
import { cacheVerified } from './authenticate.ts'

/** A clock and a verification that counts how often it is asked. */
function open(claims: Claims | undefined) {
  const asked: string[] = []
  let nowMs = 0
  const verify = cacheVerified(
    async (token) => {
      asked.push(token)
      return claims
    },
    () => new Date(nowMs),
  )
  return { verify, asked, wait: (ms: number) => void (nowMs += ms) }
}

test('a token is verified once, and another one for itself', async () => {
  const claims: Claims = { role: 'service_role', exp: 3600 }
  const { verify, asked } = open(claims)
  for (const token of ['a', 'a', 'b', 'a', 'b']) expect(await verify(token)).toBe(claims)
  expect(asked).toEqual(['a', 'b'])
})

test('after a minute it is verified again, in case its key was withdrawn', async () => {
  const { verify, asked, wait } = open({ role: 'service_role', exp: 3600 })
  await verify('a')
  wait(59_999)
  await verify('a')
  expect(asked).toHaveLength(1)
  wait(1)
  await verify('a')
  expect(asked).toHaveLength(2)
})

test('it is not believed beyond its expiry', async () => {
  const { verify, asked, wait } = open({ role: 'service_role', exp: 10 })
  await verify('a')
  wait(10_000)
  await verify('a')
  expect(asked).toHaveLength(2)
})

test('what is not genuine, or never expires, is not remembered', async () => {
  for (const claims of [undefined, { role: 'service_role' } as const]) {
    const { verify, asked } = open(claims)
    await verify('a')
    await verify('a')
    expect(asked).toHaveLength(2)
  }
})

test('a thousand are remembered, the oldest goes first', async () => {
  const { verify, asked } = open({ role: 'service_role', exp: 3600 })
  for (let number = 0; number <= 1000; number += 1) await verify(String(number))
  await verify('1')
  expect(asked).toHaveLength(1001)
  await verify('0')
  expect(asked).toHaveLength(1002)
})
