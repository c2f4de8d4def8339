import * as v from 'valibot'
import type { Database } from './postgres/database.ts'

const figure = v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))))

/** The figures that an operator can change (R-QUOTAS), named like the columns of `private.quotas`; null is no limit. */
const quotasSchema = v.strictObject({
  rows_per_request: figure,
  rows_per_account_hour: figure,
  rows_per_network_hour: figure,
  open_enrollments_per_account: figure,
  deliveries_per_account_hour: figure,
})

export type Quotas = v.InferOutput<typeof quotasSchema>

const quotasText = v.pipe(v.string(), v.startsWith('{'), v.parseJson(), quotasSchema)

export const quotaEntries = {
  QUOTAS: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => v.is(quotasText, text), 'must be quotas such as {"open_enrollments_per_account":8}'),
      v.parseJson(),
      quotasSchema,
    ),
    '{}',
  ),
}

/** Gives the database these figures, and the defaults of the others. */
export async function setQuotas(database: Database, quotas: Quotas): Promise<void> {
  await database.transactionAs({ role: 'service_role' }, (client) =>
    client.query('select public.set_quotas($1)', [JSON.stringify(quotas)]),
  )
}
