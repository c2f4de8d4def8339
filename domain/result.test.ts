import { expect, test } from 'vitest'
import { type Result, whenOk } from './result.ts'

const half = (number: number): Result<number, 'odd'> => (number % 2 ? { fault: 'odd' } : { ok: number / 2 })

test('a value goes on', () => {
  expect(whenOk(half(8), half)).toEqual({ ok: 2 })
})

test('a fault is passed through, and nothing is done after it', () => {
  expect(whenOk(half(3), () => expect.unreachable())).toEqual({ fault: 'odd' })
  expect(whenOk(half(6), half)).toEqual({ fault: 'odd' })
})
