import { expect, test } from 'vitest'
import { validValues } from '../../tests/helpers/enrollments.ts'
import type { OpenedForm } from './opened-form.ts'
import { type Dependencies, submitOnboarding } from './submit-onboarding.ts'


/** A backend and an opened form that note what is asked of them, and answer as told. */
function backendThat(answers: Partial<Dependencies['backend']> = {}, news: ReturnType<OpenedForm['look']> = 'as-known') {
  const asked: unknown[] = []
  const tried: string[] = []
  const dependencies: Dependencies = {
    backend: {
      readAccount: async () => ({ outcome: 'signed-in', account: { userId: 'a1', email: 'hannah@example.com' } }),
      saveEnrollment: async (row, target, agreedTo) => {
        asked.push({ save: row, target, agreedTo })
        return { outcome: 'saved', id: target.id }
      },
      requestDelivery: async (enrollmentId, clientData) => {
        asked.push({ deliver: enrollmentId, clientData })
        return { outcome: 'accepted' }
      },
      ...answers,
    },
    form: {
      name: 'form of a1',
      target: { kind: 'new', id: 'e1' },
      history: 'never-sent',
      noteTry: (text) => tried.push(text) > 1 && tried.at(-1) === tried.at(-2),
      look: () => news,
      noteSent: () => asked.push('noted as sent'),
    },
    oneAtATime: async (name, task) => {
      asked.push(name)
      return task()
    },
  }
  return { dependencies, asked }
}

const agreedTo = [{ document: 'terms', version: '2031-03-04', sha256: '0'.repeat(64) }]
const submission = { userId: 'a1', values: { ...validValues, middleName: 'Ann' }, planName: 'Standard Repair', agreedTo }

test('a submission is saved for the signed-in user, noted, then delivered, one at a time for this form', async () => {
  const { dependencies, asked } = backendThat()
  expect(await submitOnboarding(submission, dependencies)).toEqual({ outcome: 'saved', delivery: 'accepted' })
  expect(asked).toMatchObject([
    'form of a1',
    { save: { user_id: 'a1', customer_name: 'Ruth Ann Example', plan_name: 'Standard Repair' }, target: { kind: 'new', id: 'e1' }, agreedTo },
    'noted as sent',
    { deliver: 'e1', clientData: { planName: 'Standard Repair', middleName: 'Ann' } },
  ])
})

test('what another tab has sent meanwhile is not sent again', async () => {
  const { dependencies, asked } = backendThat({}, 'sent-elsewhere')
  expect(await submitOnboarding(submission, dependencies)).toEqual({ outcome: 'sent-elsewhere' })
  expect(asked).toEqual(['form of a1'])
})

test('a submission that was not answered and is sent again says whether it is the same', async () => {
  const targets: unknown[] = []
  const { dependencies } = backendThat({
    saveEnrollment: async (_, target) => {
      targets.push(target)
      return { outcome: 'unanswered' }
    },
  })
  const corrected = { ...submission, values: { ...submission.values, city: 'Chicago' } }
  const consented = { ...corrected, agreedTo: [] }
  for (const one of [submission, submission, corrected, consented]) await submitOnboarding(one, dependencies)
  const fresh = { kind: 'new', id: 'e1' }
  expect(targets).toEqual([false, true, false, false].map((repeated) => ({ ...fresh, repeated })))
})

test.for([
  [{ outcome: 'signed-out' }, 'signed-out'],
  [{ outcome: 'unreachable' }, 'unanswered'],
  [{ outcome: 'signed-in', account: { userId: 'b2', email: 'other@example.com' } }, 'signed-out'],
] as const)('nothing is sent unless the one whose form it is stands signed in: %j', async ([reading, outcome]) => {
  const { dependencies, asked } = backendThat({ readAccount: async () => reading })
  expect(await submitOnboarding(submission, dependencies)).toEqual({ outcome })
  expect(asked).toEqual(['form of a1'])
})

test.for([
  { outcome: 'failed', message: 'No.' } as const,
  { outcome: 'unanswered' } as const,
  { outcome: 'signed-out' } as const,
])('what was not saved is neither noted nor delivered: %j', async (saved) => {
  const { dependencies, asked } = backendThat({ saveEnrollment: async () => saved })
  expect(await submitOnboarding(submission, dependencies)).toEqual(saved)
  expect(asked).toEqual(['form of a1'])
})

test('a delivery that fails leaves the enrollment saved', async () => {
  const { dependencies } = backendThat({ requestDelivery: async () => ({ outcome: 'failed' }) })
  expect(await submitOnboarding(submission, dependencies)).toEqual({ outcome: 'saved', delivery: 'failed' })
})
