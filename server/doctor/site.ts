import { hashOfSources, readFingerprint } from '../../build/fingerprint.ts'
import type { Check, Installation } from './check.ts'

/** Whether visitors see the sources as they are: where a build fails, the last site that was whole is served (R-WHOLE-SITE). */
export async function checkSite({ environment: { site } }: Installation): Promise<Check[]> {
  const { sources } = await readFingerprint(site.outDir)
  if (site.supabase || sources === undefined) return []
  const name = 'Site'
  if (sources === (await hashOfSources())) return [{ name, result: 'ok', detail: 'built from the sources as they are' }]
  return [{ name, result: 'warning', detail: `${site.outDir} was built from other sources than those here: start the gateway again, and read why its build fails` }]
}
