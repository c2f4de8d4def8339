import { expect, test } from 'vitest'
import { deskFrame } from '../../content/desk/frame.ts'
import { deskDocument } from './build-desk.ts'

const files = {
  sheet: { href: '/some/base/assets/desk-1.css', integrity: 'sha256-sheet' },
  script: { href: '/some/base/assets/desk-2.js', integrity: 'sha256-script' },
}

test('the document holds its two files against their hashes, and has no script or style of its own', async () => {
  const html = await deskDocument('/some/base/', files)
  expect(html).toContain('<link rel="stylesheet" href="/some/base/assets/desk-1.css" integrity="sha256-sheet">')
  expect(html).toContain('<script type="module" src="/some/base/assets/desk-2.js" integrity="sha256-script"></script>')
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).not.toMatch(/<style|<!--|%BASE_URL%/)
})

test('it asks not to be indexed, and says to nobody what it is', async () => {
  const html = await deskDocument('/', files)
  expect(html).toContain('<meta name="robots" content="noindex">')
  const said = html.replaceAll(/<[^>]*>/g, ' ')
  expect(said).not.toMatch(new RegExp(`\\b(${[deskFrame.name, 'staff', 'client'].join('|')})`, 'i'))
})

test('the development server names the sources, which have no hashes', async () => {
  const html = await deskDocument('/', { sheet: { href: '/shell/desk.css' }, script: { href: '/shell/desk.tsx' } })
  expect(html).toContain('src="/shell/desk.tsx"></script>')
  expect(html).not.toContain('integrity')
})
