import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import { type ShownText, textsIn } from '../../domain/consents.ts'
import { keepConsentTexts } from '../consent-texts.ts'
import { asService, type Command, CommandFault, commonOptions, confirm, findEnrollmentId, moment, shortId } from './command.ts'
import { recordStaffAction } from './staff-log.ts'
import { table } from './terminal-text.ts'

/** Of deleted enrollments too: the proof outlives them. */
const everKnown = 'select id from public.enrollments union select enrollment_id from public.consents'

/** Prints what was agreed to for an enrollment and withdrawn, when and by whom, then the text of each version (R-CONSENT-LEDGER). */
export const consent: Command = async (parameters, context) => {
  const { positionals } = parseArgs({ args: parameters, allowPositionals: true, options: commonOptions })
  const { id, entries, bodies } = await asService(context, async (client) => {
    const found = await findEnrollmentId(client, positionals, everKnown)
    const read = await entriesOf(client, found)
    return { id: found, entries: read, bodies: await bodiesOf(client, read.flatMap(({ texts }) => textsIn(texts))) }
  })
  if (!entries.length) {
    context.print(`No consent is recorded for ${id}.`)
    return 1
  }
  const lines = entries.flatMap(({ at, action, texts, network, by }) =>
    textsIn(texts).map(({ document, version }) => [at, action, document, version, network, by]),
  )
  context.print(`Enrollment ${id}\n`)
  context.print(table([['TIME (UTC)', 'ACTION', 'TEXT', 'VERSION', 'NETWORK', 'BY'], ...lines]))
  for (const { document, version, sha256, body } of bodies) {
    context.print(`\n${document}, version ${version}, SHA-256 ${sha256}:\n`)
    context.print(body ?? 'This text is not kept here: npm run enrollments -- keep-texts, where the version is on record.')
  }
  return 0
}

type Entry = Record<'at' | 'action' | 'texts' | 'network' | 'by', string>

async function entriesOf(client: PoolClient, id: string): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `select ${moment('at')} as at, action, texts, coalesce(network, '-') as network,
       coalesce('account ' || user_id, 'the staff') as by
     from public.consents where enrollment_id = $1 order by id`,
    [id],
  )
  return rows
}

/** Each text once, with its body if it is kept. */
async function bodiesOf(client: PoolClient, texts: ShownText[]): Promise<(ShownText & { body: string | null })[]> {
  const { rows } = await client.query<ShownText & { body: string | null }>(
    `select document, version, sha256, body
     from rows from (json_to_recordset($1::json) as (document text, version text, sha256 text))
         with ordinality as named (document, version, sha256, place)
       left join public.consent_texts using (document, version, sha256)
     group by document, version, sha256, body order by min(place)`,
    [JSON.stringify(texts)],
  )
  return rows
}

const noneStands = 'There is no such consent that stands: see consent.'

/** Withdraws a consent on the client's word, for good unless the client gives it again. */
export const withdrawConsent: Command = async (parameters, context) => {
  const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options: commonOptions })
  const [given = '', document = '', ...more] = positionals
  if (!document || more.length) throw new CommandFault('Name the enrollment and the consent, such as: withdraw-consent 0b7e6c1d sms')
  const id = await asService(context, async (client) => {
    const found = await findEnrollmentId(client, [given], everKnown)
    const { rows } = await client.query<{ stands: boolean }>('select public.has_consented($1, $2) as stands', [found, document])
    if (!rows[0]?.stands) throw new CommandFault(noneStands)
    return found
  })
  await confirm(context, `This withdraws the consent "${document}". Only the client can give it again.`, shortId(id), values.yes)
  await asService(context, async (client) => {
    const { rows } = await client.query<{ done: boolean }>('select public.withdraw_consent($1, $2) as done', [id, document])
    if (!rows[0]?.done) throw new CommandFault(noneStands)
    await recordStaffAction(client, { staff: context.staff, action: 'withdraw-consent', enrollment: id })
  })
  context.print('Withdrawn here. The dispute-management system does not learn of it: note it there too.')
  return 0
}

/** Keeps the texts of the built site and all on record in the database, as the gateway does at its start. */
export const keepTexts: Command = async (parameters, context) => {
  parseArgs({ args: parameters, options: commonOptions })
  const kept = await keepConsentTexts(context.database, context.environment.site.outDir)
  context.print(kept ? `${kept} texts are kept from now on.` : 'Every text was kept already.')
  return 0
}
