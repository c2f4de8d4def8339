import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { SignInMethod } from './sessions.ts'

/** The sign-in method of whoever follows a link. */
export type FlowMethod = Exclude<SignInMethod, 'password' | 'otp'>

/** A code challenge, whose verifier stays in the browser (RFC 7636 §4.2). */
export interface Challenge {
  method: 's256' | 'plain'
  challenge: string
}

/** A sign-in that a browser started and a link in an e-mail continues. */
export interface FlowRow extends Challenge {
  userId: string
  signInMethod: FlowMethod
  authCodeIssuedAt: Date
}

/** Starts a sign-in, replacing an earlier one of the same kind; does nothing for an account that does not exist. */
export async function insertFlow(
  client: PoolClient,
  userId: string,
  signInMethod: FlowMethod,
  { method, challenge }: Challenge,
  now: Date,
): Promise<void> {
  await client.query('delete from auth.flow_state where user_id = $1 and authentication_method = $2', [
    userId,
    signInMethod,
  ])
  await client.query(
    `insert into auth.flow_state (
       id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at
     ) select $1, id, $3, $4, $5, $5, $6, $6 from auth.users where id = $2`,
    [randomUUID(), userId, method, challenge, signInMethod, now],
  )
}

/** Issues the code that the browser exchanges; undefined if no sign-in was started. */
export async function issueAuthCode(
  client: PoolClient,
  userId: string,
  signInMethod: FlowMethod,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await client.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = $4, updated_at = $4
     where user_id = $1 and authentication_method = $2
     returning auth_code`,
    [userId, signInMethod, randomUUID(), now],
  )
  return rows[0]?.auth_code
}

/** The sign-in of a code, locked until the transaction ends. */
export async function lockFlow(client: PoolClient, authCode: string): Promise<FlowRow | undefined> {
  const { rows } = await client.query<FlowRow>(
    `select user_id as "userId", authentication_method as "signInMethod", code_challenge_method as method,
            code_challenge as challenge, auth_code_issued_at as "authCodeIssuedAt"
     from auth.flow_state
     where auth_code = $1 and user_id is not null and auth_code_issued_at is not null
     for update`,
    [authCode],
  )
  return rows[0]
}

/** Deletes a user's started sign-ins, except the one with this code. */
export async function deleteFlows(client: PoolClient, userId: string, exceptCode?: string): Promise<void> {
  await client.query('delete from auth.flow_state where user_id = $1 and auth_code is distinct from $2', [
    userId,
    exceptCode ?? null,
  ])
}

export async function deleteFlow(client: PoolClient, authCode: string): Promise<void> {
  await client.query('delete from auth.flow_state where auth_code = $1', [authCode])
}
