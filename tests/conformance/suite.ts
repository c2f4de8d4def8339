import { administration } from './scenarios/admin.ts'
import { factors } from './scenarios/factors.ts'
import { oneTimeCodes, pkce, recovering, resending } from './scenarios/mail.ts'
import { service } from './scenarios/service.ts'
import { refreshing, signInByPassword, signingOut } from './scenarios/sessions.ts'
import { signUpAtOnce, signUpWithProof } from './scenarios/sign-up.ts'
import { switchedOff } from './scenarios/switched-off.ts'
import { newAddress, ownAccount, reauthenticating } from './scenarios/user.ts'
import { connected } from './rows.ts'
import type { Services } from './service.ts'
import { beginVisit, type Subject } from './visit.ts'

/** The whole contract. */
export const subjects: Subject[] = [
  service,
  signUpWithProof,
  signUpAtOnce,
  signInByPassword,
  refreshing,
  pkce,
  oneTimeCodes,
  recovering,
  resending,
  ownAccount,
  newAddress,
  reauthenticating,
  factors,
  signingOut,
  administration,
  switchedOff,
]

/** What was found in each scenario of a subject, by its name: a request, its answer, an e-mail, or rows, each as text. */
export type Findings = Record<string, string[]>

/** Runs the scenarios of a subject, all at once. One that cannot go on says why, and that is a finding too. */
export async function runSubject({ manner, scenarios }: Subject, services: Services): Promise<Findings> {
  const at = services[manner]
  const database = connected(at.databaseUrl)
  try {
    const runs = Object.entries(scenarios).map(async ([name, scenario]) => {
      const visit = beginVisit(at, database)
      const stopped = await scenario(visit).then(
        () => [],
        (error: unknown) => [`stopped: ${error instanceof Error ? error.message : String(error)}`],
      )
      return { [name]: [...(await visit.findings()), ...stopped] }
    })
    return Object.assign({}, ...(await Promise.all(runs)))
  } finally {
    await database.end()
  }
}
