import { expect, test } from 'vitest'
import { readBoundedText } from './bounded-text.ts'

test('reads a text of exactly the limit, whatever the chunks', async () => {
  const bytes = new TextEncoder().encode('caf\u00e9')
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  expect(await readBoundedText(body, 5)).toBe('caf\u00e9')
})

test('stops an endless body at the limit', async () => {
  let pulls = 0
  let cancelled = false
  const body = new ReadableStream({
    pull(controller) {
      pulls += 1
      controller.enqueue(new Uint8Array(1024))
    },
    cancel() {
      cancelled = true
    },
  })
  expect(await readBoundedText(body, 10 * 1024)).toBeUndefined()
  expect(cancelled).toBe(true)
  expect(pulls).toBeLessThan(15)
})

test('a missing body is an empty text', async () => {
  expect(await readBoundedText(null, 1)).toBe('')
})
