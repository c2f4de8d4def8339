import { expect, test } from 'vitest'
import { clientAddress, createProxyWarning } from './client-address.ts'

const proxy = '10.0.0.9'

test.each<[string, string | undefined]>([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:201', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', undefined],
])('a connection from %j comes from %s', (socketAddress, address) => {
  expect(clientAddress({ socketAddress, forwardedFor: undefined }, 0)).toBe(address)
})

test('a visitor behind no proxy cannot claim another address', () => {
  expect(clientAddress({ socketAddress: '192.0.2.1', forwardedFor: '203.0.113.5' }, 0)).toBe('192.0.2.1')
})

test.each<[string | undefined, number, string]>([
  ['203.0.113.5', 1, '203.0.113.5'],
  ['198.51.100.7, 203.0.113.5', 1, '203.0.113.5'],
  ['198.51.100.7,203.0.113.5 , 10.0.0.8', 2, '203.0.113.5'],
  ['203.0.113.5:40112', 1, '203.0.113.5'],
  ['[2001:db8::5]:40112', 1, '2001:db8::5'],
  ['[2001:db8::5]', 1, '2001:db8::5'],
  ['2001:DB8:0000::5', 1, '2001:db8::5'],
  ['::ffff:203.0.113.5', 1, '203.0.113.5'],
  ['fe80::1%25eth0', 1, 'fe80::1'],
])('of %j the one that %i proxies vouch for is %s', (forwardedFor, proxies, address) => {
  expect(clientAddress({ socketAddress: proxy, forwardedFor }, proxies)).toBe(address)
})

test.each<[string | undefined, number]>([
  [undefined, 1],
  ['', 1],
  ['unknown', 1],
  ['_hidden', 1],
  ['203.0.113.5, ', 1],
  ['203.0.113.5; drop', 1],
  ['203.0.113.500', 1],
  ['0x7f.1', 1],
  ['2130706433', 1],
  ['203.0.113.5\n198.51.100.7', 1],
  ['<script>', 1],
  ['203.0.113.5', 2],
])('where %j names nobody for %i proxies, it is the connection\'s own', (forwardedFor, proxies) => {
  expect(clientAddress({ socketAddress: proxy, forwardedFor }, proxies)).toBe(proxy)
})

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
