import { expect, test } from 'vitest'
import { bodySchema, optionalMetadata, optionalText, readBody } from './read-body.ts'

const schema = bodySchema({ email: optionalText, data: optionalMetadata })

const read = (body: BodyInit, headers: Record<string, string> = {}) =>
  readBody(new Request('http://auth.test/', { method: 'POST', body, headers }), schema)

const refused = (reason: string) => ({
  fault: { status: 400, code: 'bad_json', message: `Could not parse request body as JSON: ${reason}` },
})

test.each<[BodyInit, string]>([
  ['', 'invalid syntax'],
  ['{"email":', 'invalid syntax'],
  ['{"email":"a"} {}', 'invalid syntax'],
  ["{'email':'a'}", 'invalid syntax'],
  ['{"email":"a\nb"}', 'invalid syntax'],
  ['email=a%40example.com', 'invalid syntax'],
  ['\uFEFF{}', 'invalid syntax'],
  ['null', 'body must be an object'],
  ['[{}]', 'body must be an object'],
  ['{"email":["a"]}', 'email must be a string'],
  ['{"email":"\\ud800"}', 'email must be text'],
  ['{"email":"\\udc00\\ud800"}', 'email must be text'],
  [new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'invalid UTF-8'],
  // An overlong slash and half a surrogate pair in UTF-8.
  [new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), 'invalid UTF-8'],
  [new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), 'invalid UTF-8'],
])('%j is refused', async (body, reason) => {
  expect(await read(body)).toEqual(refused(reason))
})

test.each([
  '{"email":"a","email":"b"}',
  '{"email":"a", "email" : "a"}',
  '{"email":"a","em\\u0061il":"b"}',
  '{"data":{"x":1,"x":2}}',
  '{"data":{"x":[{"y":1,"y":2}]}}',
  '{"__proto__":1,"__proto__":2}',
])('%s names one thing twice and is refused', async (body) => {
  expect(await read(body)).toEqual(refused('repeated key'))
})

test.each([
  '{"email":"email","data":{"email":"a"}}',
  '{"data":{"a":{"x":1},"b":{"x":2}}}',
  '{"data":{"list":["x","x",{"x":"x"},{"x":"x"}]}}',
  '{"data":{"a":"\\"{","b":"}:\\\\"}}',
])('%s names each thing once', async (body) => {
  expect(await read(body)).toMatchObject({ ok: {} })
})

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
  'JSON is read, whatever it is called: %s',
  async (type) => {
    expect(await read('{"email":"a"}', { 'content-type': type })).toEqual({ ok: { email: 'a', data: {} } })
  },
)

test('no key of a body reaches the prototype of anything', async () => {
  const body = await read('{"__proto__":{"admin":true},"data":{"__proto__":{"admin":true},"constructor":{}}}')
  expect(body).toMatchObject({ ok: { email: '' } })
  expect(Object.prototype).not.toHaveProperty('admin')
})

test('a large body is refused by its announced length, before any of it is read', async () => {
  let pulled = 0
  const body = new ReadableStream({
    pull: (controller) => {
      pulled += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': '52428800' } }
  const answer = await readBody(new Request('http://auth.test/', init), schema)
  expect(answer).toMatchObject({ fault: { status: 413 } })
  expect(pulled).toBeLessThan(2)
})

test('a large body without an announced length is read no further than the limit', async () => {
  let kilobytes = 0
  const body = new ReadableStream({
    pull: (controller) => {
      kilobytes += 1
      controller.enqueue(new Uint8Array(1024))
    },
  })
  const init = { method: 'POST', body, duplex: 'half' }
  const answer = await readBody(new Request('http://auth.test/', init), schema)
  expect(answer).toMatchObject({ fault: { status: 413, code: 'request_entity_too_large' } })
  expect(kilobytes).toBeLessThan(70)
})
