import { expect, test } from 'vitest'
import { sharePage, type SharingBrowser } from './share-page.ts'

const page = { title: 'Calculator', text: 'Six questions.', url: 'https://example.com/calculator' }

const failingWith = (name: string) => () => Promise.reject(new DOMException('', name))

/** A clipboard that keeps what was copied. */
function clipboard() {
  const copied: string[] = []
  return { copied, writeText: async (text: string) => void copied.push(text) }
}

test('shares title, text and address, and copies nothing then', async () => {
  const shared: unknown[] = []
  const board = clipboard()
  const outcome = await sharePage(page, { share: async (given) => void shared.push(given), clipboard: board })
  expect({ outcome, shared, copied: board.copied }).toEqual({ outcome: 'shared', shared: [page], copied: [] })
})

test.each(['AbortError', 'InvalidStateError'])('%s is the choice of the visitor: nothing is copied', async (name) => {
  const board = clipboard()
  expect(await sharePage(page, { share: failingWith(name), clipboard: board })).toBe('cancelled')
  expect(board.copied).toEqual([])
})

test('copies the address where the browser cannot share, or fails to', async () => {
  const board = clipboard()
  expect(await sharePage(page, { clipboard: board })).toBe('copied')
  expect(await sharePage(page, { share: failingWith('NotAllowedError'), clipboard: board })).toBe('copied')
  expect(board.copied).toEqual([page.url, page.url])
})

test('says so when the clipboard refuses or is missing', async () => {
  const refusing: SharingBrowser = { clipboard: { writeText: failingWith('NotAllowedError') } }
  expect(await sharePage(page, refusing)).toBe('refused')
  expect(await sharePage(page, {})).toBe('refused')
})
