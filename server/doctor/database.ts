import { errorCode } from '../../domain/error-facts.ts'
import { asService } from '../enrollments/command.ts'
import { ledgerFault, pendingMigrations } from '../postgres/ledger.ts'
import type { Check, OpenInstallation } from './check.ts'

/** Whether it answers at all. */
export async function checkDatabase({ database, databaseUrl }: OpenInstallation): Promise<Check> {
  const name = 'Database'
  const text = `select current_setting('server_version') as version`
  return database.query<{ version: string }>({ text }).then(
    ([row]) => ({ name, result: 'ok', detail: `PostgreSQL ${row?.version} at ${new URL(databaseUrl).host}` }),
    (error: unknown) => ({ name, result: 'fault', detail: `it cannot be asked (${errorCode(error) ?? 'no answer'})` }),
  )
}

export async function checkMigrations({ database }: OpenInstallation): Promise<Check> {
  const name = 'Migrations'
  // The staff may not read what the baseline has.
  const fault = await database.transaction((client) => ledgerFault(client, ['project']))
  if (fault) return { name, result: 'fault', detail: fault }
  const pending = await database.transaction((client) => pendingMigrations(client))
  if (!pending.length) return { name, result: 'ok', detail: 'all are applied' }
  return { name, result: 'fault', detail: `${pending.length} are missing, the first is ${pending[0]}` }
}

/** Whether it takes a row: its disk may be full, or its host may have made it read-only. */
export async function checkWriting(context: OpenInstallation): Promise<Check> {
  const name = 'Writing'
  return asService(context, (client) => client.query('select public.try_write()')).then(
    () => ({ name, result: 'ok', detail: 'a row was written' }),
    (error: unknown) => ({ name, result: 'fault', detail: `nothing can be saved: ${reasons[errorCode(error) ?? ''] ?? errorCode(error) ?? 'no answer'}` }),
  )
}

/** By SQLSTATE. */
const reasons: Record<string, string> = {
  '25006': 'the database is read-only (on Supabase: its disk is nearly full)',
  '53100': 'the disk of the database is full',
}
