import type { Check, OpenInstallation } from './check.ts'

/** On Supabase the worker is a Cron job, which needs two secrets. Its own login, and no role of ours, may look at them. */
export async function checkCron({ database }: OpenInstallation): Promise<Check[]> {
  return database.transaction(async (client) => {
    const name = 'Cron'
    await client.query('set local role none')
    const { rowCount } = await client.query(
      `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where (nspname, relname) in (('cron', 'job'), ('vault', 'decrypted_secrets'))`,
    )
    if (rowCount !== 2) return []
    const { rows } = await client.query<{ jobs: number; secrets: number }>(
      `select (select count(*)::integer from cron.job where jobname = 'deliver-enrollments' and active) as jobs,
         (select count(*)::integer from vault.decrypted_secrets
           where name in ('project_url', 'service_key')) as secrets`,
    )
    const { jobs = 0, secrets = 0 } = rows[0] ?? {}
    if (!jobs) return [{ name, result: 'fault', detail: 'the job deliver-enrollments is not there' }]
    if (secrets < 2) return [{ name, result: 'fault', detail: 'the Vault has no project_url and service_key' }]
    return [{ name, result: 'ok', detail: 'the job is there, and its secrets' }]
  })
}
