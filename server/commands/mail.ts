import { InvalidArgumentError } from '@commander-js/extra-typings'
import * as v from 'valibot'
import { emailSchema } from '../../domain/email-address.ts'
import type { Environment } from '../env.ts'
import { testMail } from '../mail/test-mail.ts'
import { consoleOutput } from '../terminal/output.ts'
import { type Command, defines, examples, exitCode } from '../terminal/program.ts'
import { harmless, runCommand } from './run-command.ts'

function emailAddress(text: string): string {
  if (v.safeParse(emailSchema, text).success) return text
  throw new InvalidArgumentError('It is an e-mail address such as you@example.org.')
}

const words = (command: Command) =>
  command
    .description('send a real e-mail with SMTP_URL and MAIL_FROM, and print what the mail server says')
    .argument('<address>', 'who receives it', emailAddress)
    .addHelpText('after', examples({ 'npm run mail -- test you@example.org': 'does mail work, and where does it arrive?' }))

const test = defines<Environment>()(words, async ({ mail }, address) => {
  const { isSent, lines } = await testMail(mail, address)
  for (const line of lines) (isSent ? consoleOutput.print : consoleOutput.printError)(harmless(line))
  return isSent ? exitCode.done : exitCode.failed
})

await runCommand({
  name: 'mail',
  summary: 'The mail server',
  commands: { test },
  foot: 'More in docs/mail.md',
  open: (work, environment) => work(environment),
})
