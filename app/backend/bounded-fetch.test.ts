import { expect, test } from 'vitest'
import { manualClock } from '../../tests/helpers/manual-clock.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** A network that answers nothing until it is told to stop, as a browser's does. */
const hanging: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

test('an answer in time is the answer, status and headers and all', async () => {
  const network = boundedFetch(async () => Response.json({ id: 1 }, { status: 201, headers: { 'content-range': '0-0/1' } }), manualClock().clock)
  const response = await network('https://example.com/')
  expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([201, '0-0/1', { id: 1 }])
})

test('an answer without a body stays one', async () => {
  const response = await boundedFetch(async () => new Response(null, { status: 204 }), manualClock().clock)('https://example.com/')
  expect([response.status, response.body]).toEqual([204, null])
})

test('no answer within half a minute is a failure with a sentence for people', async () => {
  const { clock, advance, pending } = manualClock()
  const asked = boundedFetch(hanging, clock)('https://example.com/')
  const outcome = Promise.allSettled([asked])
  advance(29_999)
  expect(pending()).toBe(1)
  advance(1)
  const reason = new Error('The server does not answer. Please try again in a moment.')
  expect(await outcome).toEqual([{ status: 'rejected', reason }])
})

test('an answer that stops halfway is given up too', async () => {
  const { clock, advance } = manualClock()
  const begun = Promise.withResolvers<void>()
  const halfway: typeof fetch = async (_input, init) =>
    new Response(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"half":'))
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason))
          begun.resolve()
        },
      }),
    )
  const asked = boundedFetch(halfway, clock)('https://example.com/')
  await begun.promise
  const outcome = Promise.allSettled([asked])
  advance(30_000)
  expect(await outcome).toMatchObject([{ status: 'rejected' }])
})

test('whoever asks may give up earlier, and other failures are told as they are', async () => {
  const own = new AbortController()
  const asked = boundedFetch(hanging, manualClock().clock)('https://example.com/', { signal: own.signal })
  own.abort(new Error('no longer wanted'))
  await expect(asked).rejects.toThrow('no longer wanted')
  const offline = boundedFetch(() => Promise.reject(new TypeError('Failed to fetch')), manualClock().clock)
  await expect(offline('https://example.com/')).rejects.toThrow('Failed to fetch')
})
