import type { PoolClient } from 'pg'
import * as v from 'valibot'
import {
  type DeliveryStore,
  digestAnswerSchema,
  finishAnswerSchema,
  finishArguments,
  leaseAnswerSchema,
  leaseArguments,
  purgeAnswerSchema,
} from '../../deliveries/delivery-store.ts'
import { enrollmentLoader } from './enrollment-store.ts'
import type { Database } from '../postgres/database.ts'

/** The outbox, past row-level security. */
export function deliveryStore(database: Database): DeliveryStore {
  const asService = <Result>(work: (client: PoolClient) => Promise<Result>) =>
    database.transactionAs({ role: 'service_role' }, work)

  /** One function of the migration, by the names of its arguments. Names are ours, values are parameters. */
  const call = (name: string, given: Record<string, string | number | null>): Promise<unknown> =>
    asService(async (client) => {
      const list = Object.keys(given).map((argument, index) => `${argument} => $${index + 1}`)
      const { rows } = await client.query<{ answer: unknown }>(
        `select public.${name}(${list.join(', ')}) as answer`,
        Object.values(given),
      )
      return rows[0]?.answer
    })

  return {
    loadEnrollment: enrollmentLoader(database),
    async keepFirstNameLength(enrollmentId, length) {
      await asService((client) =>
        client.query('update public.deliveries set first_name_length = $2 where enrollment_id = $1', [
          enrollmentId,
          length,
        ]),
      )
    },
    lease: async (request) => v.parse(leaseAnswerSchema, await call('lease_delivery', leaseArguments(request))),
    finish: async (report) => v.parse(finishAnswerSchema, await call('finish_delivery', finishArguments(report))).state,
    async releaseExpiredLeases() {
      await call('release_expired_leases', {})
    },
    purgeWhenDue: async (olderThanSeconds) =>
      v.parse(purgeAnswerSchema, await call('purge_when_due', { p_older_than_seconds: olderThanSeconds })),
    claimDigest: async () => v.parse(digestAnswerSchema, await call('claim_digest', {})),
    async returnDigest() {
      await call('return_digest', {})
    },
  }
}
