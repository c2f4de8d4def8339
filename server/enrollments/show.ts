import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import type { OpenDetails } from '../../deliveries/personal-details.ts'
import { deliveryReasons, sensitiveDetails } from '../../content/deliveries.ts'
import { clientColumns, isOrdinaryColumn, sensitiveColumns } from '../../domain/enrollment-columns.ts'
import { recordOf } from '../../domain/tables.ts'
import { asService, type Command, commonOptions, confirm, findEnrollmentId, moment, shortId } from './command.ts'
import { type Client, maskedClient, unmaskedClient } from './masked.ts'
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
    person: await storedPerson(client, id),
  }))
  const lines = values.reveal ? unmaskedClient(await revealed(person, id, context.openDetails)) : maskedClient(hidden(person))
  context.print(table([...about, ...lines]))
  if (attempts.length > 1) context.print(`\n${table(attempts)}`)
  return 0
}

interface Row {
  plan: string | null
  saved: string
  purged: string | null
  deletion: string | null
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
       ${moment('personal_details_purged_at')} as purged, (
         select ${moment('asked_at')} from public.deletion_requests request
         where request.user_id = enrollment.user_id and withdrawn_at is null and settled_at is null
       ) as deletion, delivery.state, reason, version,
       delivered_version as delivered,
       version > greatest(
         delivered_version, (select max(version) from public.delivery_attempts where enrollment_id = $1)
       ) as unsent,
       case when delivery.state = 'queued' then ${moment('greatest(due_at, paused_until)')} end as due,
       (select case action when 'given' then 'consented' else 'withdrawn' end || ', ' || ${moment('at')} || ' UTC'
         from public.consents where enrollment_id = $1 and strpos(', ' || texts, ', sms@') > 0 order by id desc limit 1) as texting
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
    ...(row?.deletion ? [['Deletion', `the client asked for it on ${row.deletion} UTC: npm run enrollments -- requests`]] : []),
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

const ordinaryColumns = clientColumns.filter(isOrdinaryColumn)

const personSchema = v.object({
  ...v.entriesFromList(ordinaryColumns, v.nullable(v.string())),
  /** Encrypted, in Base64. */
  personal_details: v.nullable(v.string()),
})
type StoredPerson = v.InferOutput<typeof personSchema>

async function storedPerson(client: PoolClient, id: string): Promise<StoredPerson> {
  const { rows } = await client.query(
    `select ${ordinaryColumns.join(', ')}, encode(personal_details, 'base64') as personal_details
     from public.enrollments where id = $1`,
    [id],
  )
  return v.parse(personSchema, rows[0])
}

const unreadable = 'cannot be opened here: see doctor'

/** With date of birth and SSN digits in the clear. */
async function revealed({ personal_details: ciphertext, ...ordinary }: StoredPerson, id: string, open: OpenDetails): Promise<Client> {
  if (!ciphertext) return withSensitive(ordinary, null)
  const details = await open(ciphertext, id)
  return details ? { ...ordinary, ...details } : withSensitive(ordinary, unreadable)
}

/** With something in their place, which the masks hide. */
const hidden = ({ personal_details: ciphertext, ...ordinary }: StoredPerson): Client =>
  withSensitive(ordinary, ciphertext && '')

const withSensitive = (ordinary: Omit<StoredPerson, 'personal_details'>, text: string | null): Client => ({
  ...ordinary,
  ...recordOf(sensitiveColumns, () => text),
})
