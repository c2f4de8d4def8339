import { expect, test } from 'vitest'
import type { OnboardingValues } from '../../domain/enrollment.ts'
import type { Backend } from './backend.ts'
import { submitOnboarding } from './submit-onboarding.ts'

const values: OnboardingValues = {
  firstName: 'Hannah',
  middleName: 'Joy',
  lastName: 'Reed',
  dateOfBirth: '1988-04-12',
  ssnLastFour: '0042',
  email: 'hannah@example.com',
  phone: '5555550117',
  preferredContactMethod: 'email',
  streetAddress: '100 Example Street',
  city: 'Anytown',
  state: 'GA',
  zipCode: '00000',
  notes: '',
}

const unused = () => Promise.reject(new Error('not part of a submission'))

/** A backend that notes what is asked of it, and answers as told. */
function backendThat(answers: Partial<Backend>) {
  const asked: unknown[] = []
  const backend: Backend = {
    signUp: unused,
    signIn: unused,
    signOut: unused,
    watchAccount: () => () => undefined,
    readAccount: async () => ({ userId: 'a1', email: 'hannah@example.com' }),
    saveEnrollment: async (row, enrollmentId) => {
      asked.push({ save: row, enrollmentId })
      return { outcome: 'saved', id: enrollmentId ?? 'new' }
    },
    requestDelivery: async (enrollmentId, clientData) => {
      asked.push({ deliver: enrollmentId, clientData })
      return { outcome: 'accepted' }
    },
    ...answers,
  }
  return { backend, asked }
}

test('a submission is saved for the signed-in user, then delivered by the id of what was saved', async () => {
  const { backend, asked } = backendThat({})
  const submission = { values, planName: 'Standard Repair', enrollmentId: undefined }
  expect(await submitOnboarding(submission, backend)).toEqual({ outcome: 'saved', id: 'new', delivery: 'accepted' })
  expect(asked).toMatchObject([
    { save: { user_id: 'a1', customer_name: 'Hannah Joy Reed', plan_name: 'Standard Repair' }, enrollmentId: undefined },
    { deliver: 'new', clientData: { planName: 'Standard Repair', middleName: 'Joy' } },
  ])
})

test('without a user nothing is sent', async () => {
  const { backend, asked } = backendThat({ readAccount: async () => undefined })
  expect(await submitOnboarding({ values, planName: 'x', enrollmentId: 'e1' }, backend)).toEqual({ outcome: 'signed-out' })
  expect(asked).toEqual([])
})

test('what could not be saved is not delivered', async () => {
  const { backend, asked } = backendThat({ saveEnrollment: async () => ({ outcome: 'failed', message: 'No.' }) })
  const submitted = await submitOnboarding({ values, planName: 'x', enrollmentId: 'e1' }, backend)
  expect(submitted).toEqual({ outcome: 'failed', message: 'No.' })
  expect(asked).toEqual([])
})

test('a delivery that fails leaves the enrollment saved', async () => {
  const { backend } = backendThat({ requestDelivery: async () => ({ outcome: 'failed' }) })
  const submitted = await submitOnboarding({ values, planName: 'x', enrollmentId: 'e1' }, backend)
  expect(submitted).toEqual({ outcome: 'saved', id: 'e1', delivery: 'failed' })
})
