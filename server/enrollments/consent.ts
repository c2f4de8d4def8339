import { textsIn } from '../../domain/consents.ts'
import type { FormConsents } from '../../domain/staff/form.ts'
import { keepConsentTexts } from '../consent-texts.ts'
import { CommandFault, confirm } from '../terminal/confirm.ts'
import { type CommandContext, oneEnrollment, shortId, staffCommand } from './command.ts'
import { callStaff, changeAsStaff, oneNamed } from './staff-functions.ts'
import { type Command, examples } from '../terminal/program.ts'
import { printableJson, second, table } from '../terminal/text.ts'

const ofOne = (description: string) => (command: Command) => command.description(description).argument(...oneEnrollment)
const showing = (command: Command) => ofOne('what the client agreed to, with each text')(command).option('--json', 'as JSON')

/** Prints what was agreed to for an enrollment and withdrawn, when and by whom, then the text of each version (R-CONSENT-LEDGER). */
export const consent = staffCommand(showing, async (context, given, { json }) => {
  const { id, entries, bodies } = await consentsOf(context, given)
  if (json) {
    context.print(printableJson({ id, entries, bodies }))
    return entries.length ? 0 : 1
  }
  if (!entries.length) {
    context.print(`No consent is recorded for ${id}.`)
    return 1
  }
  const lines = entries.flatMap(({ at, action, texts, network, account }) =>
    textsIn(texts).map(({ document, version }) => [second(at), action, document, version, network ?? '-', account ? `account ${account}` : 'the staff']),
  )
  context.print(`Enrollment ${id}\n`)
  context.print(table([['TIME (UTC)', 'ACTION', 'TEXT', 'VERSION', 'NETWORK', 'BY'], ...lines]))
  for (const { document, version, sha256, body } of bodies) {
    context.print(`\n${document}, version ${version}, SHA-256 ${sha256}:\n`)
    context.print(body ?? 'This text is not kept here: npm run enrollments -- keep-texts, where the version is on record.')
  }
  return 0
})

/** Of deleted enrollments too: the proof outlives them. */
async function consentsOf(context: CommandContext, given: string): Promise<FormConsents> {
  const consents = await oneNamed(() => callStaff(context, 'staff_consents', { p_id: given }))
  if (!consents) throw new CommandFault('There is no such enrollment.')
  return consents
}

const noneStands = 'There is no such consent that stands: see consent.'

/** Withdraws a consent on the client's word, for good unless the client gives it again. */
const namingOne = (command: Command) =>
  ofOne("withdraw a consent, on the client's word")(command)
    .argument('<consent>', 'which one, as in the list of consent')
    .addHelpText('after', examples({ 'npm run enrollments -- withdraw-consent 0b7e6c1d sms': 'after a STOP by text message' }))

export const withdrawConsent = staffCommand(namingOne, async (context, given, document) => {
  const { id, entries } = await consentsOf(context, given)
  const last = entries.findLast(({ texts }) => textsIn(texts).some((text) => text.document === document))
  if (last?.action !== 'given') throw new CommandFault(noneStands)
  await confirm(context, `This withdraws the consent "${document}". Only the client can give it again.`, shortId(id))
  await changeAsStaff(context, 'staff_withdraw_consent', { p_id: id, p_document: document }, { 'no-consent': noneStands })
  context.print('Withdrawn here. The dispute-management system does not learn of it: note it there too.')
})

/** Keeps the texts of the built site and all on record in the database, as the gateway does at its start. */
const keeping = (command: Command) => command.description('keep the texts that clients agree to; on Supabase, after each deployment')

export const keepTexts = staffCommand(keeping, async (context) => {
  const kept = await keepConsentTexts(context.database, context.environment.site.outDir)
  context.print(kept ? `${kept} texts are kept from now on.` : 'Every text was kept already.')
})
