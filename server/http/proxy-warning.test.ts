import { expect, test } from 'vitest'
import { createProxyWarning } from './proxy-warning.ts'

const forwarded = { socketAddress: '127.0.0.1', forwardedFor: '203.0.113.5' }
const direct = { socketAddress: '127.0.0.1', forwardedFor: undefined }

function eventsOf(trustedProxies: number, connections: Parameters<ReturnType<typeof createProxyWarning>>[0][]) {
  const events: string[] = []
  const warn = createProxyWarning((event) => void events.push(event), trustedProxies)
  for (const connection of connections) warn(connection)
  return events
}

test('a proxy that TRUST_PROXY does not count is named once', () => {
  expect(eventsOf(0, [direct, forwarded, forwarded])).toEqual(['proxy-not-trusted'])
})

test('nothing is said where there is no proxy, or it is counted', () => {
  expect(eventsOf(0, [direct])).toEqual([])
  expect(eventsOf(1, [direct, forwarded])).toEqual([])
})
