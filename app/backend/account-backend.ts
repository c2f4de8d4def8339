import { isAuthRetryableFetchError } from '@supabase/auth-js'
import type { CorrectedColumns } from '../../domain/correction.ts'
import type { Credentials } from '../../domain/credentials.ts'
import { backend } from './backend.ts'
import { askForDeletion, correctEnrollment, endOwnSession, readOwnAccount, readOwnData, withdrawDeletion } from './own-account.ts'
import {
  changeEmail, changePassword, confirmEmail, endOtherSessions, type Factor, provePassword, readOwnUser, sendPasswordCode,
} from './own-credentials.ts'
import {
  beginApp, dropApp, isByRecoveryCode, makeCodes, proveCode, readCodes, removeApp,
} from './second-factors.ts'

/** What the page of the account asks of the backend; apart from the rest, so that no other page need load it. */
export function accountBackend() {
  const { auth, connection, siteRoot } = backend()
  return {
    /** Read again with a renewed session where the backend refuses it: what this browser knows of it may be out of date. */
    async readAccount() {
      const asked = await readOwnAccount(connection)
      if (asked.outcome !== 'signed-out') return asked
      const { error } = await auth.refreshSession()
      if (error) return isAuthRetryableFetchError(error) ? ({ outcome: 'failed' } as const) : asked
      return readOwnAccount(connection)
    },
    readUser: () => readOwnUser(auth),
    readData: () => readOwnData(connection),
    correct: (id: string, columns: CorrectedColumns) => correctEnrollment(connection, id, columns),
    endSession: (id: string) => endOwnSession(connection, id),
    endOtherSessions: () => endOtherSessions(auth),
    askForDeletion: () => askForDeletion(connection),
    withdrawDeletion: () => withdrawDeletion(connection),
    changePassword: (change: Parameters<typeof changePassword>[1]) => changePassword(auth, change),
    sendPasswordCode: () => sendPasswordCode(auth),
    changeEmail: (email: string) => changeEmail(auth, email, siteRoot),
    confirmEmail: (email: string, code: string) => confirmEmail(auth, email, code),
    /** Proves once more who is signed in; the session that the proof has replaced is ended. */
    async provePassword(credentials: Credentials) {
      const answer = await provePassword(auth, credentials)
      if ('replaced' in answer && answer.replaced) await endOwnSession(connection, answer.replaced)
      return answer
    },
    proveCode: (apps: string[], code: string) => proveCode(auth, apps, code),
    beginApp: (issuer: string, factors: Factor[]) => beginApp(auth, issuer, factors),
    dropApp: (factorId: string) => dropApp(auth, factorId),
    removeApp: (factorId: string, others: Parameters<typeof removeApp>[2]) => removeApp(auth, factorId, others),
    isByRecoveryCode: () => isByRecoveryCode(auth),
    readCodes: (factors: Factor[]) => readCodes(auth, factors),
    makeCodes: (which: Parameters<typeof makeCodes>[1]) => makeCodes(auth, which),
  }
}
