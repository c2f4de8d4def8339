import type { AuthFault, AuthResult } from '../contract/faults.ts'
import type { FirstProof } from '../limits/limits.ts'
import type { SessionRow } from '../stores/sessions.ts'
import type { AuthService } from './auth-service.ts'
import type { Caller } from './caller.ts'

export interface FactorAttempt {
  /** Leaves the attempt counted if the result is the fault of a wrong code. A right code makes the network familiar. */
  settle(result: AuthResult<unknown>, wrong: AuthFault): Promise<void>
}

/** Counts an attempt to show a second factor before it is checked, so that concurrent ones count each. */
export async function secondFactorAttempt(
  { limits }: Pick<AuthService, 'limits'>,
  { user, session }: Caller,
  address: string | undefined,
): Promise<AuthResult<FactorAttempt>> {
  const attempt = await limits.factorAttempt({ account: user.id, address }, firstProofOf(session))
  if ('fault' in attempt) return attempt
  const settle: FactorAttempt['settle'] = async (result, wrong) => {
    if ('fault' in result && result.fault === wrong) return
    await attempt.ok.giveBack()
    if ('fault' in result) return
    for (const account of [user.id, user.email]) await limits.recognize({ account, address })
  }
  return { ok: { settle } }
}

const firstProofOf = ({ methods }: SessionRow): FirstProof =>
  methods.some(({ method }) => method === 'password') ? 'password' : 'email'
