import { expect, test } from 'vitest'
import { compare, type Decided, isSame } from './compare.ts'
import { conformancePage } from './table.ts'

const answer = ['> GET /settings', '< 200', '  plan: "light"']
const otherPlan: Decided = { reason: 7, change: (lines) => lines.map((line) => line.replace('full', 'light')) }

test('the same answers are the same', () => {
  const [found] = compare('The service', { settings: answer }, { settings: [...answer] }, [otherPlan])
  expect(found).toEqual({ subject: 'The service', scenario: 'settings', reasons: [], ours: [], theirs: [] })
})

test('a difference is decided only if nothing else differs', () => {
  const theirs = answer.with(2, '  plan: "full"')
  const [decided] = compare('The service', { settings: answer }, { settings: theirs }, [otherPlan])
  expect(decided).toMatchObject({ reasons: [7], ours: [], theirs: [] })
  const [more] = compare('The service', { settings: answer }, { settings: theirs.with(1, '< 201') }, [otherPlan])
  expect(more).toMatchObject({ reasons: [7], ours: ['< 200'], theirs: ['< 201'] })
})

test('lines in another order, and lines that are there once more, differ', () => {
  const [first = '', ...rest] = answer
  expect(isSameAs([...rest, first])).toBe(false)
  expect(isSameAs([...answer, first])).toBe(false)
})

const isSameAs = (theirs: string[]) => compare('The service', { settings: answer }, { settings: theirs }, []).every(isSame)

test('a scenario that the original did not run differs', () => {
  expect(compare('The service', { settings: answer }, {}, [])).toMatchObject([{ ours: answer, theirs: [] }])
})

test('the page counts what is the same, decided and different, and shows what differs', () => {
  const ours = { same: answer, decided: answer, different: answer }
  const theirs = { same: answer, decided: answer.with(2, '  plan: "full"'), different: answer.with(1, '< 201') }
  const page = conformancePage(compare('The service', ours, theirs, [otherPlan]), { gateway: '1', original: 'v2', date: '2026-01-01' })
  expect(page).toMatch(/Of 3 scenarios 1 are the same,\s1 differ as .*, 1 differ\./s)
  expect(page).toContain('| The service | different | **different** |')
  expect(page).toContain('- < 201\n+ < 200\n')
})
