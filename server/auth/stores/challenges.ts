import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

export interface ChallengeRow {
  id: string
  created_at: Date
  verified_at: Date | null
  ip_address: string
}

// The column is not nullable.
const unknownAddress = '0.0.0.0'

/** Adds a challenge to a factor and deletes its challenges from before `before`. */
export async function insertChallenge(
  client: PoolClient,
  factorId: string,
  { address = unknownAddress, now, before }: { address: string | undefined; now: Date; before: Date },
): Promise<string> {
  await client.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < $2', [factorId, before])
  const id = randomUUID()
  await client.query(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
    [id, factorId, now, address],
  )
  // The column is unique over all factors, but several machines may have the same time, so a free microsecond is chosen.
  // The lock keeps two transactions from choosing the same one.
  await client.query("select pg_advisory_xact_lock(hashtext('mfa_factors.last_challenged_at'))")
  await client.query(
    `update auth.mfa_factors set last_challenged_at = (
       select moment
       from generate_series($2::timestamptz, $2::timestamptz + interval '1 ms', interval '1 microsecond') as moment
       where not exists (select from auth.mfa_factors where last_challenged_at = moment)
       order by random() limit 1
     ) where id = $1`,
    [factorId, now],
  )
  return id
}

export async function findChallenge(
  client: PoolClient,
  factorId: string,
  id: string,
): Promise<ChallengeRow | undefined> {
  const { rows } = await client.query<ChallengeRow>(
    `select id, created_at, verified_at, host(ip_address) as ip_address
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factorId],
  )
  return rows[0]
}

/** Whether the addresses are the same. Unknown ones count as equal. */
export const isSameAddress = (challenge: ChallengeRow, address: string = unknownAddress) =>
  challenge.ip_address === address

export async function markAnswered(client: PoolClient, id: string, now: Date): Promise<void> {
  await client.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now])
}

export async function deleteChallenge(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from auth.mfa_challenges where id = $1', [id])
}

/** Counts a wrong code and returns how many there were. */
export async function countFailedAttempt(client: PoolClient, id: string): Promise<number> {
  const { rows } = await client.query<{ failed_attempts: number }>(
    `insert into gateway.challenge_attempts (challenge_id, failed_attempts) values ($1, 1)
     on conflict (challenge_id) do update set failed_attempts = challenge_attempts.failed_attempts + 1
     returning failed_attempts`,
    [id],
  )
  return rows[0]?.failed_attempts ?? 0
}
