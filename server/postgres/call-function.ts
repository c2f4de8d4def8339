import type { Database } from './database.ts'

/** Calls one function of the migrations as the service, with named arguments. The names are constants of ours. */
export async function callFunction(
  database: Database,
  name: string,
  parameters: Record<string, string | number | object | null>,
): Promise<unknown> {
  const list = Object.keys(parameters).map((parameter, index) => `${parameter} => $${index + 1}`)
  return database.transactionAs({ role: 'service_role' }, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>(
      `select public.${name}(${list.join(', ')}) as answer`,
      Object.values(parameters),
    )
    return rows[0]?.answer
  })
}
