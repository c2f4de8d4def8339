import { expect, test } from 'vitest'
import { readLanding, receiveEmailLink, takeEmailLink } from './landing.ts'

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

const expired = 'Email link is invalid or has expired. Please ask for a new one.'
const broken = 'This link did not work. Please ask for a new one.'

test('an error wins over a code, the query over the fragment', () => {
  expect(read(`?code=${code}&error_code=otp_expired`)).toEqual({ kind: 'refused', message: expired })
  expect(read('?error_code=otp_expired#error_code=user_banned')).toEqual({ kind: 'refused', message: expired })
})

test('an error is said beside a code that is not of the service, and beside an empty one', () => {
  for (const other of ['SPRING', '']) {
    expect(read(`?code=${other}&error_code=otp_expired`)).toEqual({ kind: 'refused', message: expired })
  }
  expect(read('?code=SPRING#access_token=x')).toEqual({ kind: 'confirmed' })
})

test.for(['call_555_0100', 'toString', '__proto__', ''])('a code that nobody knows has words of ours: "%s"', (unknown) => {
  expect(read(`?error=access_denied&error_code=${unknown}&error_description=x`)).toEqual({ kind: 'refused', message: broken })
})

test('what the address says of an error is never repeated', () => {
  expect(read('?error_description=Call+555-0100')).toEqual({ kind: 'refused', message: broken })
  expect(read('?error_code=otp_expired&error_description=Call+555-0100')).toEqual({ kind: 'refused', message: expired })
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
  expect(arrive('https://example.com/base/?error_code=otp_expired')).toEqual({
    outcome: 'staying',
    told: ['rename /base/', `refuse ${expired}`],
    link: undefined,
  })
})

test('on any other page nothing is a link', () => {
  expect(arrive(`https://example.com/base/about?code=${code}`)).toEqual({ outcome: 'staying', told: [], link: undefined })
})
