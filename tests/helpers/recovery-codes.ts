import type { TestAuth } from './auth.ts'
import { enroll, type PersonWithApp, prove } from './authenticator.ts'
import { confirmed } from './people.ts'

/** Somebody with a confirmed address who has just shown the code of an authenticator app. */
export async function guarded(auth: TestAuth): Promise<PersonWithApp> {
  const { client, email } = await confirmed(auth)
  const app = await enroll(client)
  await prove(auth, client, app)
  return { client, email, app }
}

/** The codes of somebody's first set. */
export async function generate({ client }: Pick<PersonWithApp, 'client'>): Promise<string[]> {
  const { data, error } = await client.mfa.recoveryCodes.generate()
  if (error) throw error
  return data.codes
}
