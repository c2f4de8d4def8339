import { expect, test } from 'vitest'
import { sameSecret } from './same-secret.ts'

test('only the same text is the same secret', async () => {
  expect(await sameSecret('sb_secret_x', 'sb_secret_x')).toBe(true)
  for (const other of ['', 'sb_secret_y', 'sb_secret_', 'sb_secret_xx', 'SB_SECRET_X']) {
    expect(await sameSecret(other, 'sb_secret_x')).toBe(false)
  }
})
