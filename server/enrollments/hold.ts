import { type Command, Option } from '@commander-js/extra-typings'
import type { PoolClient } from 'pg'
import { CommandFault, UsageFault } from '../terminal/confirm.ts'
import { byAddressOrId, holdAccount, releaseAccount } from './account.ts'
import { type CommandContext, staffCommand } from './command.ts'
import { callStaff, changeAsStaff } from './staff-functions.ts'

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

const ofOneAccount = ['--account <account>', `everything of one account; ${byAddressOrId}`] as const

export const hold = staffCommand(
  (command) =>
    command
      .description('keep forms from being sent; they are saved, and wait')
      .option(...ofOneAccount)
      .option('--all', 'everything')
      .hook('preAction', requireOneOrAll),
  (context, { account, all }) => (all ? holdAll(context) : holdAccount(context, account)),
)

export const release = staffCommand(
  (command) =>
    command
      .description('send what was held')
      .option(...ofOneAccount)
      .option('--all', 'everything')
      .option('--review', 'what waited in a restored backup goes to a person')
      .addOption(new Option('--send', 'what waited in a restored backup is sent, too').conflicts('review'))
      .hook('preAction', requireOneOrAll),
  (context, { account, all, review, send }) => (all ? releaseAll(context, review ? 'review' : send && 'send') : releaseAccount(context, account)),
)

function requireOneOrAll(line: Command<[], { account?: string | undefined; all?: true | undefined }>): void {
  const { account, all } = line.opts()
  if (Boolean(account) === Boolean(all)) throw new UsageFault('Say for which: --account <e-mail or id>, or --all.')
}

/** Sends nothing from now on; what is being sent at this moment is finished. */
async function holdAll(context: CommandContext): Promise<void> {
  await changeAsStaff(context, 'staff_hold', {}, { 'held-already': 'Deliveries are held already.' })
  context.print('Deliveries are held. Forms are saved and wait, until: npm run enrollments -- release --all')
}

/** Sends again. What waited in a restored backup may have been sent after it was made, so a person has to say. */
async function releaseAll(context: CommandContext, waited: 'review' | 'send' | undefined): Promise<void> {
  const answer = await callStaff(context, 'staff_release', { p_review: waited === undefined ? null : waited === 'review' })
  if (answer.outcome === 'changed') throw new CommandFault('It has changed at this very moment: look again.')
  if (answer.outcome === 'refused') throw new CommandFault(answer.reason === 'restored' ? choice(answer.waited ?? 0) : unreleased[answer.reason])
  const { review, waiting } = answer
  if (review) context.print(`${review} need a person now: npm run enrollments -- list --state needs_review`)
  context.print(waiting ? `Released: ${waiting} are sent, one after another.` : 'Released: nothing waits.')
}

const unreleased = {
  'not-held': 'Nothing is held.',
  left: 'This installation was left for another database, which sends now. See: npm run move -- help',
}

const choice = (waiting: number) =>
  [
    `${waiting} waited when the backup was made. Did the lost installation run on afterwards, and may it have sent them?`,
    '  release --all --review   perhaps: each goes to a person, who looks for it in DisputeFox',
    '  release --all --send     certainly not: they are sent',
  ].join('\n')
