import { expect, test } from 'vitest'
import { readLanding, receiveEmailLink, takeEmailLink } from './email-link.ts'

const code = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const flowId = '0123456789abcdef0123456789abcdef'
const read = (suffix: string) => readLanding(new URL(`https://example.com/base/${suffix}`))

/** A visitor arriving at an address of a site below `/base/`: what the browser is told to do. */
function arrive(href: string) {
  const told: string[] = []
  const outcome = receiveEmailLink({
    href,
    basePath: '/base/',
    rename: (path) => told.push(`rename ${path}`),
    replace: (path) => told.push(`replace ${path}`),
    refuse: (message) => told.push(`refuse ${message}`),
  })
  return { outcome, told, link: takeEmailLink() }
}

test('a code is read from the query and from the fragment', () => {
  expect(read(`?code=${code}`)).toEqual({ kind: 'code', code })
  expect(read(`#code=${code}`)).toEqual({ kind: 'code', code })
})

test('the flow that a link belongs to is read beside its code, and nothing else is taken for one', () => {
  expect(read(`?sb_flow_id=${flowId}&code=${code}`)).toEqual({ kind: 'code', code, flowId })
  for (const other of ['', 'short', 'with/slash', 'x'.repeat(65)]) {
    expect(read(`?code=${code}&sb_flow_id=${encodeURIComponent(other)}`)).toEqual({ kind: 'code', code })
  }
  expect(read(`?sb_flow_id=${flowId}`)).toBeUndefined()
})

test('tokens are known and dropped', () => {
  expect(read('#access_token=x&refresh_token=y&type=recovery')).toEqual({ kind: 'confirmed' })
})

test('an error wins over a code, the query over the fragment', () => {
  expect(read(`?code=${code}&error_description=Expired`)).toEqual({ kind: 'refused', message: 'Expired' })
  expect(read('?error_code=a&error_description=One#error_description=Other')).toEqual({ kind: 'refused', message: 'One' })
})

test('an error is said beside a code that is not of the service, and beside an empty one', () => {
  for (const other of ['SPRING', '']) {
    expect(read(`?code=${other}&error_description=Expired`)).toEqual({ kind: 'refused', message: 'Expired' })
  }
  expect(read('?code=SPRING#access_token=x')).toEqual({ kind: 'confirmed' })
})

test('an error without words has ours', () => {
  const message = 'This link did not work. Please ask for a new one.'
  expect(read('?error=access_denied&error_code=otp_expired')).toEqual({ kind: 'refused', message })
  expect(read('?error_description=%00%E2%80%AE')).toEqual({ kind: 'refused', message })
})

test('control and invisible characters become spaces, and two hundred characters are enough', () => {
  expect(read('?error_description=a%0A%E2%80%8Bb%E2%80%AE%20c')).toEqual({ kind: 'refused', message: 'a b c' })
  expect(read(`?error_description=${'w'.repeat(201)}`)).toEqual({ kind: 'refused', message: 'w'.repeat(200) })
})

test.for(['', '?code=SPRING', '#pricing', '?plan=light', '#code'])('an address that no e-mail led to is left alone: "%s"', (suffix) => {
  expect(read(suffix)).toBeUndefined()
  expect(arrive(`https://example.com/base/${suffix}`)).toEqual({ outcome: 'staying', told: [], link: undefined })
})

test('at the root a link is wiped from the address and goes on at /auth, below the base path', () => {
  expect(arrive(`https://example.com/base/?code=${code}`)).toEqual({
    outcome: 'leaving',
    told: ['rename /base/', `replace /base/auth#code=${code}`],
    link: undefined,
  })
  expect(arrive(`https://example.com/base/?code=${code}&sb_flow_id=${flowId}`).told).toEqual([
    'rename /base/',
    `replace /base/auth#code=${code}&sb_flow_id=${flowId}`,
  ])
  expect(arrive('https://example.com/base/#access_token=x').told).toEqual(['rename /base/', 'replace /base/auth#confirmed'])
})

test.for(['auth', 'auth/'])('at /%s a link is wiped from the address and taken once', (page) => {
  const { outcome, told, link } = arrive(`https://example.com/base/${page}#code=${code}`)
  expect([outcome, told, link]).toEqual(['staying', [`rename /base/${page}`], { kind: 'code', code }])
  expect(takeEmailLink()).toBeUndefined()
})

test('an error is said where it lands', () => {
  expect(arrive('https://example.com/base/?error_description=Expired')).toEqual({
    outcome: 'staying',
    told: ['rename /base/', 'refuse Expired'],
    link: undefined,
  })
})

test('on any other page nothing is a link', () => {
  expect(arrive(`https://example.com/base/about?code=${code}`)).toEqual({ outcome: 'staying', told: [], link: undefined })
})
