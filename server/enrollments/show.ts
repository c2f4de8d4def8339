import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { deliveryReasons, sensitiveDetails } from '../../content/deliveries.ts'
import { clientColumns } from '../../domain/enrollment-columns.ts'
import { asService, type Command, commonOptions, confirm, findEnrollmentId, moment, shortId } from './command.ts'
import { clientSchema, maskedClient, unmaskedClient } from './masked.ts'
import { recordStaffAction } from './staff-log.ts'
import { printable, table } from './terminal-text.ts'

/** Shows one enrollment: its delivery with the reason for its state, every attempt, and the client, masked unless --reveal is given. */
export const show: Command = async (parameters, context) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { ...commonOptions, reveal: { type: 'boolean', default: false } },
  })
  const id = await asService(context, (client) => findEnrollmentId(client, positionals))
  if (values.reveal) {
    await confirm(context, 'This shows all personal details, and is recorded.', shortId(id), values.yes)
    // The log entry comes first, the details after it.
    const entry = { staff: context.staff, action: 'reveal', enrollment: id } as const
    await asService(context, (client) => recordStaffAction(client, entry))
  }
  const { about, attempts, person } = await asService(context, async (client) => ({
    about: await describe(client, id, context.environment.delivery.mode === 'off'),
    attempts: await attemptsOf(client, id),
    person: await personOf(client, id),
  }))
  context.print(table([...about, ...(values.reveal ? unmaskedClient(person) : maskedClient(person))]))
  if (attempts.length > 1) context.print(`\n${table(attempts)}`)
  return 0
}

interface Row {
  plan: string | null
  saved: string
  purged: string | null
  state: string | null
  reason: string | null
  version: number | null
  delivered: number | null
  unsent: boolean | null
  due: string | null
  texting: string | null
}

async function describe(client: PoolClient, id: string, hasNoDestination: boolean): Promise<string[][]> {
  const { rows } = await client.query<Row>(
    `select plan_name as plan, ${moment('enrollment.created_at')} as saved,
       ${moment('personal_details_purged_at')} as purged, delivery.state, reason, version,
       delivered_version as delivered,
       version > greatest(
         delivered_version, (select max(version) from public.delivery_attempts where enrollment_id = $1)
       ) as unsent,
       case when delivery.state = 'queued' then ${moment('greatest(due_at, paused_until)')} end as due,
       (select case action when 'given' then 'consented' else 'withdrawn' end || ', ' || ${moment('at')} || ' UTC'
         from public.consents where enrollment_id = $1 and texts @> '[{"document": "sms"}]' order by id desc limit 1) as texting
     from public.enrollments enrollment left join public.deliveries delivery on enrollment_id = enrollment.id
       left join public.delivery_pace on true
     where enrollment.id = $1`,
    [id],
  )
  const row = rows[0]
  const meaning = row?.reason ? deliveryReasons[row.reason] : undefined
  return [
    ['Enrollment', id],
    ['Saved', `${row?.saved} UTC`],
    ['Plan', printable(row?.plan ?? '-')],
    ['Delivery', row?.reason ? `${row.state} (${row.reason})` : (row?.state ?? 'none: the form is not filled yet')],
    ...(meaning ? [['', meaning]] : []),
    ...(row?.version ? [['Version', `${row.version}, there: ${row.delivered ?? 'none'}`]] : []),
    ...(row?.unsent ? [['', 'The last change has not been sent.']] : []),
    ...(row?.due ? [['Next try', hasNoDestination ? 'waits: no destination is configured here' : `${row.due} UTC`]] : []),
    ['Texting', row?.texting ?? 'no consent'],
    ...(row?.purged ? [['Purged', `${row.purged} UTC: ${sensitiveDetails} are forgotten`]] : []),
  ]
}

async function attemptsOf(client: PoolClient, id: string): Promise<string[][]> {
  const { rows } = await client.query<Record<'number' | 'started' | 'took' | 'outcome' | 'reason', string>>(
    `select number::text, ${moment('started_at')} as started,
       coalesce(round(extract(epoch from finished_at - started_at), 1) || 's', '') as took,
       coalesce(outcome, 'under way') || case when late then ', late' else '' end as outcome,
       coalesce(reason, '') as reason
     from public.delivery_attempts where enrollment_id = $1 order by started_at desc limit 50`,
    [id],
  )
  const lines = rows.map(({ number, started, took, outcome, reason }) => [number, started, took, outcome, reason])
  return [['TRY', 'STARTED (UTC)', 'TOOK', 'OUTCOME', 'REASON'], ...lines]
}

async function personOf(client: PoolClient, id: string) {
  // JSON has dates as YYYY-MM-DD. The driver would convert them to a time in this machine's time zone.
  const { rows } = await client.query<{ person: unknown }>(
    `select to_jsonb(person) as person from (
       select ${clientColumns.join(', ')} from public.enrollments where id = $1
     ) person`,
    [id],
  )
  return v.parse(clientSchema, rows[0]?.person)
}
