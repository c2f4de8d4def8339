import { expect, test } from 'vitest'
import { planIds } from '../domain/plans.ts'
import { site } from '../site.config.ts'
import { createPartners } from './app.ts'
import { standIns } from './stand-ins.ts'

const partners = createPartners()
const pages = [...standIns.map(({ path }) => path), '/contact', '/disputefox']

test.each(pages)('%s says that it is a demonstration, and what replaces it', async (path) => {
  const response = await partners.request(path)
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(page).toContain('It is a demonstration.')
  expect(page).toMatch(/To replace it, set <code>[\w.]+ (in|and) [^<]+<\/code>/)
})

test('every paid service, external page and social network has a stand-in', () => {
  const paths = standIns.map(({ path }) => path)
  for (const service of [...planIds, 'coaching']) expect(paths).toContain(`/checkout/${service}`)
  for (const network of Object.keys(site.social)) expect(paths).toContain(`/social/${network}`)
  expect(paths).toEqual(expect.arrayContaining(['/portal', '/monitoring', '/intake']))
})

test('the named entries of the configuration exist', () => {
  const named = standIns.map(({ replacedBy }) => replacedBy.replace(' in site.config.ts', ''))
  expect(entriesOf(site)).toEqual(expect.arrayContaining(named))
})

/** `checkout.audit` and the like, for every value. */
function entriesOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null ? entriesOf(part).map((rest) => `${name}.${rest}`) : [name],
  )
}

test('only the contact form may be framed, and no page may be indexed or run scripts', async () => {
  for (const path of pages) {
    const { headers } = await partners.request(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).toContain(path === '/contact' ? 'frame-ancestors *' : "frame-ancestors 'none'")
    expect(headers.get('x-robots-tag')).toBe('noindex')
  }
})

test('the contact form thanks, and gives nothing back of what was posted', async () => {
  const body = new URLSearchParams({ name: 'Ada <b>Lovelace</b>', email: 'ada@example.org', message: 'hello' })
  const response = await partners.request('/contact', { method: 'POST', body })
  const page = await response.text()
  expect(response.status).toBe(200)
  expect(page).toContain('Thank you')
  expect(page).not.toContain('Ada')
})

test('the stylesheet is served, and an unknown address is not found', async () => {
  expect((await partners.request('/stand-ins.css')).headers.get('content-type')).toContain('text/css')
  expect((await partners.request('/checkout/gold')).status).toBe(404)
})
