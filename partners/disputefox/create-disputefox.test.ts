import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../server/http/listen.ts'
import { createPartners } from '../app.ts'
import { behaviourNames } from './behaviours.ts'
import { webForm } from './web-form.ts'

const redirectUrl = 'http://127.0.0.1:3000/onboarding-success'
const id = '0b7e6c1d-3a52-4c0e-9f57-2f3b8f6f1a10'
const address = '/disputefox/CustumFieldController?method=addWebFormData'
const now = () => new Date('2030-01-01T12:00:00Z')

const fields = {
  tab_info_id: webForm.tabInfoId,
  company_id: webForm.companyId,
  redirect_url: redirectUrl,
  firstName: 'Mary',
  textArea1: `Enrollment ${id}`,
}

function createStandIn() {
  const partners = createPartners({ now, slowMs: 0 })
  const post = (posted: Record<string, string> = fields) =>
    partners.request(address, { method: 'POST', body: new URLSearchParams(posted) })
  const choose = (body: object) =>
    partners.request('/disputefox/behaviour', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const received = async (): Promise<{ count: number; received: Record<string, unknown>[] }> =>
    (await partners.request('/disputefox/received')).json()
  return { partners, post, choose, received }
}

const textOf = async (response: Response | Promise<Response>) => (await response).text()

test('echoes the redirect address of an accepted client', async () => {
  const { partners, post } = createStandIn()
  expect(await textOf(post())).toBe(redirectUrl)
  const multipart = new FormData()
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value)
  expect(await textOf(partners.request(address, { method: 'POST', body: multipart }))).toBe(redirectUrl)
})

test('answers with nothing where no redirect address was posted', async () => {
  const { redirect_url: _, ...rest } = fields
  expect(await textOf(createStandIn().post(rest))).toBe('')
})

test.each([
  ['no form id', { ...fields, tab_info_id: '' }],
  ['an unknown account', { ...fields, company_id: 'else' }],
  ['no fields', {}],
])('%s is an error message with status 200', async (_, posted) => {
  const { post, received } = createStandIn()
  const response = await post(posted)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ErrorMessage: "We didn't found any form", WebFormPresent: false })
  expect(await received()).toMatchObject({ count: 1, received: [{ answeredWith: 'unknown-form' }] })
})

test('shows what it received, newest first and masked, as JSON and as a page', async () => {
  const { partners, post, received } = createStandIn()
  await post()
  await post({ ...fields, firstName: '<b>Zora</b>', ssn: '123456789' })
  const { count, received: forms } = await received()
  expect(count).toBe(2)
  expect(forms[0]).toMatchObject({ fields: { firstName: '<•••', ssn: '••••' } })
  expect(forms[1]).toMatchObject({ receivedAt: '2030-01-01T12:00:00.000Z', enrollmentId: id, answeredWith: 'accept' })
  const page = await textOf(partners.request('/disputefox'))
  expect(page).toContain('&lt;•••')
  expect(page).toContain(id)
  for (const secret of ['Mary', 'Zora', '123456789']) expect(page).not.toContain(secret)
})

test('forgets on request, and keeps the last 200 only', async () => {
  const { partners, post, received } = createStandIn()
  for (let index = 0; index < 201; index += 1) await post()
  const full = await received()
  expect([full.count, full.received.length]).toEqual([201, 200])
  expect((await partners.request('/disputefox/received', { method: 'DELETE' })).status).toBe(204)
  expect(await received()).toEqual({ count: 0, received: [] })
})

test('misbehaves as often as told, then behaves again', async () => {
  const { post, choose } = createStandIn()
  await choose({ behaviour: 'http-503', times: 2 })
  const statuses = [(await post()).status, (await post()).status, (await post()).status]
  expect(statuses).toEqual([503, 503, 200])
  await choose({ behaviour: 'empty' })
  expect([await textOf(post()), await textOf(post())]).toEqual(['', ''])
})

test('the page chooses a behaviour by a form', async () => {
  const { partners, post } = createStandIn()
  const body = new URLSearchParams({ behaviour: 'disabled-account', times: '' })
  const response = await partners.request('/disputefox/behaviour', { method: 'POST', body })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/disputefox'])
  expect(await textOf(post())).toBe('Account is in-activated')
  expect(await textOf(partners.request('/disputefox'))).toContain('<option value="disabled-account" selected>')
})

test.each([{}, { behaviour: 'explode' }, { behaviour: 'empty', times: 0 }, { behaviour: 'empty', times: 1.5 }])(
  'refuses to behave like %j',
  async (body) => {
    const { choose, post } = createStandIn()
    expect((await choose(body)).status).toBe(400)
    expect(await textOf(post())).toBe(redirectUrl)
  },
)

test('every behaviour is on offer', async () => {
  const page = await textOf(createStandIn().partners.request('/disputefox'))
  for (const name of behaviourNames) expect(page).toContain(`value="${name}"`)
})

async function createListeningStandIn() {
  const standIn = createStandIn()
  const listener = await listen(standIn.partners, '127.0.0.1', 0, 'PORT')
  onTestFinished(() => listener.close())
  const post = (signal?: AbortSignal) =>
    fetch(listener.origin + address, { method: 'POST', body: new URLSearchParams(fields), ...(signal && { signal }) })
  return { ...standIn, post, origin: listener.origin }
}

test('over the network too it takes only bodies of a known, small length', async () => {
  const { origin, received } = await createListeningStandIn()
  const body = new Blob(['x']).stream()
  const streamed: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const chunked = await fetch(origin + address, streamed)
  expect(chunked.status).toBe(411)
  const long = await fetch(origin + address, { method: 'POST', body: 'x'.repeat(256 * 1024 + 1) })
  expect(long.status).toBe(413)
  expect((await fetch(`${origin}/disputefox/received`, { method: 'DELETE' })).status).toBe(204)
  expect((await received()).count).toBe(0)
})

test('breaks the connection once it has the form', async () => {
  const { post, choose, received } = await createListeningStandIn()
  await choose({ behaviour: 'reset-after-body' })
  await expect(post()).rejects.toThrow('fetch failed')
  expect(await received()).toMatchObject({ count: 1 })
})

test('breaks off in the middle of the answer', async () => {
  const { post, choose } = await createListeningStandIn()
  await choose({ behaviour: 'truncated' })
  const response = await post()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('never answers, and lets go of a caller that hangs up', async () => {
  const { post, choose, received } = await createListeningStandIn()
  await choose({ behaviour: 'hang' })
  const hangUp = new AbortController()
  const answer = post(hangUp.signal)
  await expect.poll(async () => (await received()).count).toBe(1)
  hangUp.abort()
  await expect(answer).rejects.toThrow('aborted')
})
