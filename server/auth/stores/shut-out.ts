import type { PoolClient } from 'pg'
import { deleteAllFactors } from './factors.ts'
import { deleteFlows } from './flows.ts'
import { deleteAllSessions } from './sessions.ts'

/**
 * Ends all that anybody has opened or enrolled in an account before its address was proven, which the owner must not
 * share or be kept out by: sessions, second factors, and sign-ins begun in other browsers. The sign-in with
 * `ownAuthCode` goes on. The password is the caller's business.
 */
export async function shutOut(client: PoolClient, userId: string, ownAuthCode?: string): Promise<void> {
  await deleteAllSessions(client, userId)
  await deleteAllFactors(client, userId)
  await deleteFlows(client, userId, ownAuthCode)
}
