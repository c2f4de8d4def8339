import { deliveryReasons, sensitiveDetails } from '../../content/deliveries.ts'
import { sensitiveColumns } from '../../domain/enrollment-columns.ts'
import type { ShownForm } from '../../domain/staff/form.ts'
import { recordOf } from '../../domain/tables.ts'
import { CommandFault, confirm } from '../terminal/confirm.ts'
import type { Command } from '../terminal/program.ts'
import { type CommandContext, oneEnrollment, shortId, staffCommand } from './command.ts'
import { type Client, maskedClient, unmaskedClient } from './masked.ts'
import { callStaff, showForm } from './staff-functions.ts'
import { printable, printableJson, second, table } from '../terminal/text.ts'

const words = (command: Command) =>
  command
    .description('state, reason, what to do, and the client, masked')
    .argument(...oneEnrollment)
    .option('--reveal', 'show all personal details, which is recorded')
    .option('--json', 'as JSON')

/** Shows one enrollment: its delivery with the reason for its state, every attempt, and the client, masked unless --reveal is given. */
export const show = staffCommand(words, async (context, given, { reveal, json }) => {
  const form = await showForm(context, given)
  if (reveal) await confirm(context, 'This shows all personal details, and is recorded.', shortId(form.id))
  const details = reveal ? await revealed(context, form.id) : undefined
  if (json) {
    context.print(printableJson(details ? { ...form, details } : form))
    return
  }
  const lines = details ? unmaskedClient(details) : maskedClient(hidden(form))
  context.print(table([...describe(form, context.environment.delivery.mode === 'off'), ...lines]))
  const attempts = attemptsOf(form)
  if (attempts.length > 1) context.print(`\n${table(attempts)}`)
})

function describe({ id, saved_at: saved, plan, payment, payments, delivery, account, texting, masked }: ShownForm, hasNoDestination: boolean): string[][] {
  const meaning = delivery?.reason ? deliveryReasons[delivery.reason] : undefined
  const references = payments.map(({ reference }) => reference).join(', ')
  const asked = account?.deletion_asked_at
  const purged = masked.details_purged_at
  return [
    ['Enrollment', id],
    ['Saved', `${second(saved)} UTC`],
    ['Plan', printable(plan ?? '-')],
    ['Payment', payment],
    ...(references ? [['', `npm run payments -- show, with ${printable(references)}`]] : []),
    ['Delivery', delivery ? `${delivery.state}${delivery.reason ? ` (${delivery.reason})` : ''}` : 'none: the form is not filled yet'],
    ...(meaning ? [['', meaning]] : []),
    ...(delivery ? [['Version', `${delivery.version}, there: ${delivery.delivered_version ?? 'none'}`]] : []),
    ...(delivery?.is_unsent ? [['', 'The last change has not been sent.']] : []),
    ...(delivery?.due_at ? [['Next try', hasNoDestination ? 'waits: no destination is configured here' : `${second(delivery.due_at)} UTC`]] : []),
    ...(asked ? [['Deletion', `the client asked for it on ${second(asked)} UTC: npm run enrollments -- requests`]] : []),
    ['Texting', texting ? `${texting.action === 'given' ? 'consented' : 'withdrawn'}, ${second(texting.at)} UTC` : 'no consent'],
    ...(purged ? [['Purged', `${second(purged)} UTC: ${sensitiveDetails} are forgotten`]] : []),
  ]
}

const mostAttempts = 50

function attemptsOf({ timeline }: ShownForm): string[][] {
  const attempts = timeline.flatMap((entry) => (entry.kind === 'attempt' ? [entry] : [])).slice(0, mostAttempts)
  const lines = attempts.map(({ number, at, finished_at: finished, outcome, late, reason }) => [
    String(number),
    second(at),
    finished === null ? '' : `${((Date.parse(finished) - Date.parse(at)) / 1000).toFixed(1)}s`,
    `${outcome ?? 'under way'}${late ? ', late' : ''}`,
    reason ?? '',
  ])
  return [['TRY', 'STARTED (UTC)', 'TOOK', 'OUTCOME', 'REASON'], ...lines]
}

const unreadable = 'cannot be opened here: see doctor'

/** With date of birth and SSN digits in the clear. That it was shown is recorded before. */
async function revealed(context: CommandContext, id: string): Promise<Client> {
  const form = await callStaff(context, 'staff_reveal', { p_id: id, p_reason: null })
  if (!form) throw new CommandFault('Somebody else has just deleted it.')
  const { details, personal_details: ciphertext } = form
  const opened = ciphertext === null ? undefined : await context.openDetails(ciphertext, id)
  return { ...details, ...(opened ?? recordOf(sensitiveColumns, () => ciphertext && unreadable)) }
}

/** With what the staff see of each: a mask of it is the same again. */
const hidden = ({ plan, masked }: ShownForm): Client => ({
  customer_name: masked.name,
  middle_name: null,
  customer_email: masked.email,
  customer_phone: masked.phone,
  street_address: masked.street,
  city: masked.city,
  state: masked.place,
  zip_code: masked.zip_code,
  preferred_contact_method: masked.contact_method,
  plan_name: plan,
  notes: masked.notes_length === null ? null : '•'.repeat(masked.notes_length),
  ...recordOf(sensitiveColumns, () => (masked.has_personal_details ? '' : null)),
})
