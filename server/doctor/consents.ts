import { textsToKeep } from '../consent-texts.ts'
import { asService } from '../enrollments/command.ts'
import type { Check, OpenInstallation } from './check.ts'

interface Counts {
  /** Texts of this site that the database does not keep. */
  unkept: number
  /** Enrollments that a client sent since consents are recorded, and that have none. */
  unproven: number
}

/** Whether every text is kept that clients agree to, and every client's consents are on record (R-CONSENT-LEDGER). */
export async function checkConsents(context: OpenInstallation): Promise<Check> {
  const name = 'Consents'
  const texts = await textsToKeep(context.environment.site.outDir)
  const { unkept, unproven } = await asService(context, async (client) => {
    const { rows } = await client.query<Counts>(
      `select (
         select count(*)::integer from json_to_recordset($1::json) as shown(document text, version text, sha256 text)
         where not exists (select from public.consent_texts kept
           where (kept.document, kept.version, kept.sha256) = (shown.document, shown.version, shown.sha256))
       ) as unkept, (
         select count(*)::integer from public.enrollments
         where onboarding_completed and user_id is not null
           and created_at > (select min(kept_at) from public.consent_texts)
           and not exists (select from public.consents where enrollment_id = enrollments.id)
       ) as unproven`,
      [JSON.stringify(texts)],
    )
    return rows[0] ?? { unkept: 0, unproven: 0 }
  })
  if (unkept) return { name, result: 'warning', detail: `${unkept} texts of this site are not kept in the database: npm run enrollments -- keep-texts` }
  if (unproven) return { name, result: 'warning', detail: `${unproven} enrollments were sent without one: does a proxy drop headers?` }
  return { name, result: 'ok', detail: 'every text is kept, and every enrollment has them' }
}
