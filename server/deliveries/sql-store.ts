import type { PoolClient } from 'pg'
import { createDeliveryStore, type DeliveryStore } from '../../deliveries/delivery-store.ts'
import { storedNameColumns } from '../../deliveries/stored-enrollment.ts'
import { callFunction } from '../postgres/call-function.ts'
import type { Database } from '../postgres/database.ts'

/** The outbox by SQL. It bypasses row-level security, so queries filter by owner. */
export function createSqlStore(database: Database): DeliveryStore {
  const asService = <Value>(work: (client: PoolClient) => Promise<Value>) =>
    database.transactionAs({ role: 'service_role' }, work)

  return createDeliveryStore({
    call: (name, parameters) => callFunction(database, name, parameters),
    findName: (id, ownerId) =>
      asService(async (client) => {
        const { rows } = await client.query<object>(
          `select ${storedNameColumns.join(', ')} from public.enrollments
           where id = $1 and user_id = $2 and onboarding_completed`,
          [id, ownerId],
        )
        return rows[0]
      }),
    async keepFirstNameLength(enrollmentId, length) {
      const statement = 'update public.deliveries set first_name_length = $2 where enrollment_id = $1'
      await asService((client) => client.query(statement, [enrollmentId, length]))
    },
  })
}
