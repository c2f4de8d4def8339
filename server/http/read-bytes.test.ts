import { expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

function sent(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  const streamed = { method: 'POST', body, headers, duplex: 'half' }
  return new Request('http://gateway.test', streamed)
}

/** A caller that disconnects in the middle of the body. */
const brokenOff = () =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"email":')),
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  })

test('a body up to the limit is read whole', async () => {
  expect(await readBytes(sent('12345678'), 8)).toEqual({ ok: Buffer.from('12345678') })
  expect(await readBytes(sent(new Blob(['1234', '5678']).stream()), 8)).toEqual({ ok: Buffer.from('12345678') })
  expect(await readBytes(sent(null), 8)).toEqual({ ok: Buffer.alloc(0) })
})

test('a body over the limit is too large, announced or not', async () => {
  expect(await readBytes(sent('1', { 'content-length': '9' }), 8)).toEqual({ fault: 'too-large' })
  expect(await readBytes(sent(new Blob(['123456789']).stream()), 8)).toEqual({ fault: 'too-large' })
})

test('a caller who hangs up is no error of ours', async () => {
  expect(await readBytes(sent(brokenOff()), 64)).toEqual({ fault: 'broken-off' })
})
