import { Client } from 'pg'
import { explainConnectError } from '../postgres/connection-fault.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

const connectionTimeoutMs = 10_000

/**
 * A connection of the database's owner, for as long as `work` takes. If that fails, or `signal` aborts, it is cut without
 * waiting for the server: what was not committed is undone. A database that cannot be reached is a StartupFault.
 */
export async function withOwner<Result>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const client = new Client({
    connectionString: url,
    application_name: 'backup',
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // A broken connection fails the running statement, which is reported. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw explainConnectError(error, url)
  })
  const cut = () => void client.connection.stream.destroy()
  signal?.addEventListener('abort', cut)
  try {
    await client.query(settings.map((setting) => `set ${setting}`).join('; '))
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    cut()
    throw signal?.aborted ? signal.reason : explained(error)
  } finally {
    signal?.removeEventListener('abort', cut)
  }
}

/** So that a value is written in the same way by every server, and that nothing is left out unnoticed. */
const settings = [
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "bytea_output = 'hex'",
  'extra_float_digits = 1',
  'row_security = off',
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
  "lock_timeout = '60s'",
]

const insufficientPrivilege = '42501'

function explained(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) return error
  return new StartupFault(
    `The login of the database may not do this: ${error.message}. Backups and restores need the owner of the database, ` +
      'on Supabase the login postgres.',
  )
}
