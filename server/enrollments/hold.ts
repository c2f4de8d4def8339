import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { asService, type Command, CommandFault, commonOptions } from './command.ts'
import { recordStaffAction } from './staff-log.ts'

const options = { ...commonOptions, all: { type: 'boolean' } } as const

/** Why deliveries are held (R-HOLD), and how many have been waiting since before. */
export interface Hold {
  because: 'by-hand' | 'restored' | 'moved' | 'left'
  since: Date
  waiting: number
}

/** Undefined if nothing is held. */
export async function readHold(client: PoolClient): Promise<Hold | undefined> {
  const { rows } = await client.query<Hold>(
    `select held_because as because, held_since as since,
       (select count(*)::integer from public.deliveries where state in ('queued', 'sending') and queued_at <= held_since) as waiting
     from public.delivery_pace where held_since is not null`,
  )
  return rows[0]
}

/** Sends nothing from now on; what is being sent at this moment is finished. */
export const holdAll: Command = async (parameters, context) => {
  parseArgs({ args: parameters, options })
  await asService(context, async (client) => {
    if (await readHold(client)) throw new CommandFault('Deliveries are held already.')
    await client.query(`select public.hold_deliveries('by-hand')`)
    await recordStaffAction(client, { staff: context.staff, action: 'hold', enrollment: (await readHold(client))?.waiting ?? 0 })
  })
  context.print('Deliveries are held. Forms are saved and wait, until: npm run enrollments -- release --all')
  return 0
}

const releasedSchema = v.object({ review: v.number(), waiting: v.number() })

/** Sends again. What waited in a restored backup may have been sent after it was made, so a person has to say. */
export const releaseAll: Command = async (parameters, context) => {
  const choices = { ...options, review: { type: 'boolean', default: false }, send: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args: parameters, options: choices })
  if (values.review && values.send) throw new CommandFault('Choose between --review and --send.')
  const { review, waiting } = await asService(context, async (client) => {
    const held = await readHold(client)
    if (!held) throw new CommandFault('Nothing is held.')
    if (held.because === 'left') throw new CommandFault('This installation was left for another database, which sends now. See: npm run move -- help')
    if (held.because === 'restored' && held.waiting > 0 && !values.review && !values.send) throw new CommandFault(choice(held.waiting))
    const { rows } = await client.query<{ released: unknown }>('select public.release_deliveries($1) as released', [values.review])
    await recordStaffAction(client, { staff: context.staff, action: 'release', enrollment: held.waiting })
    return v.parse(releasedSchema, rows[0]?.released)
  })
  if (review) context.print(`${review} need a person now: npm run enrollments -- list --state needs_review`)
  context.print(waiting ? `Released: ${waiting} are sent, one after another.` : 'Released: nothing waits.')
  return 0
}

const choice = (waiting: number) =>
  [
    `${waiting} waited when the backup was made. Did the lost installation run on afterwards, and may it have sent them?`,
    '  release --all --review   perhaps: each goes to a person, who looks for it in DisputeFox',
    '  release --all --send     certainly not: they are sent',
  ].join('\n')
