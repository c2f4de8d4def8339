import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import * as v from 'valibot'
import { sampleEnrollment, sampleSubmission } from './sample-enrollment.ts'

export interface Onboarded {
  id: string
  /** Requests the delivery as the browser does; returns HTTP status and body. */
  submit: () => Promise<[number, string]>
}

const answerSchema = v.object({ status: v.string() })
const rowSchema = v.object({ id: v.string() })

/** A new client signs up on that gateway and saves a completed enrollment. */
export async function onboard(url: string): Promise<Onboarded> {
  const auth = new AuthClient({ url: `${url}/auth/v1`, persistSession: false, autoRefreshToken: false })
  const { data, error } = await auth.signUp({ email: `${crypto.randomUUID()}@example.org`, password: 'correct horse' })
  if (!data.session || !data.user) throw new Error('signing up gave no session', { cause: error })
  const authorization = `Bearer ${data.session.access_token}`
  const { id: _, ...columns } = sampleEnrollment
  const row = { ...columns, user_id: data.user.id, onboarding_completed: true, payment_status: 'completed', plan_price: 0 }
  const rest = new PostgrestClient(`${url}/rest/v1`, { headers: { authorization } })
  const saved = await rest.from('enrollments').insert(row).select('id').single().throwOnError()
  const { id } = v.parse(rowSchema, saved.data)
  return {
    id,
    async submit() {
      const response = await fetch(`${url}/functions/v1/submit-to-disputefox`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ...sampleSubmission, enrollmentId: id }),
      })
      return [response.status, v.parse(answerSchema, await response.json()).status]
    },
  }
}
