import { digestOf, type Notifier } from '../../deliveries/team-digest.ts'
import { notifiersFor } from '../deliveries/notifiers.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { LogFields } from '../runtime/log.ts'
import { CommandFault } from '../terminal/confirm.ts'
import { type Command, examples } from '../terminal/program.ts'
import { printableJson } from '../terminal/text.ts'
import { type CommandContext, staffCommand } from './command.ts'
import { callStaff } from './staff-functions.ts'

const words = (command: Command) =>
  command
    .description('the digest for the team as it would be now, and whom it reaches')
    .option('--now', 'send it, whether it is due or not')
    .option('--json', 'as JSON')
    .addHelpText('after', examples({ 'npm run enrollments -- digest --now': 'does TEAM_EMAIL or TEAM_WEBHOOK_URL work?' }))

/** Prints the team's digest, or sends it once more on request (R-DIGEST). When the next one is due stays as it is. */
export const digest = staffCommand(words, async (context, { now, json }) => {
  const content = await callStaff(context, 'staff_digest', {})
  const current = digestOf(content)
  const { ways, mailer } = open(context)
  if (now && ways.size === 0) throw new CommandFault(nobody)
  const results: Reached[] = []
  for (const [setting, tell] of ways) results.push({ setting, result: now ? await tell(current) : 'not asked for' })
  await mailer.close()
  if (json) context.print(printableJson({ ...current, ...content, to: results }))
  else if (now) context.print(results.map(({ setting, result }) => `${setting}: ${result === 'sent' ? `sent, "${current.subject}"` : 'not sent'}`).join('\n'))
  else context.print(`${current.subject}\n\n${current.text}\n${ways.size ? `It goes to ${[...ways.keys()].join(' and ')}.` : nobody}`)
  return results.some(({ result }) => result === 'failed') ? 1 : 0
})

interface Reached {
  setting: string
  result: Awaited<ReturnType<Notifier>> | 'not asked for'
}

const nobody = 'Nobody is written to: set TEAM_EMAIL and SMTP_URL, or TEAM_WEBHOOK_URL.'

function open({ environment, printError }: CommandContext) {
  const log = (event: string, { reason = '' }: LogFields = {}) => printError(`${event}: ${reason}`)
  const mailer = createMailer(environment.mail, environment.dataFolder, { now: () => new Date(), log })
  return { ways: notifiersFor(environment, mailer, log), mailer }
}
