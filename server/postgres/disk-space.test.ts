import { expect, test } from 'vitest'
import { freeBytes, roomFor } from './disk-space.ts'

const megabyte = 1024 ** 2

test.each([
  [10_000, 'enough'],
  [256, 'enough'],
  [255, 'low'],
  [64, 'low'],
  [63, 'none'],
  [0, 'none'],
] as const)('with %i MB the room is %s', (megabytes, room) => {
  expect(roomFor(megabytes * megabyte)).toBe(room)
})

test('the room of a folder is that of its disk', async () => {
  expect(await freeBytes(import.meta.dirname)).toBeGreaterThan(0)
  await expect(freeBytes('/no/such/folder')).rejects.toThrow('ENOENT')
})
