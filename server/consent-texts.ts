import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { readRecordedTexts } from '../build/text-ledger.ts'
import { type ConsentText, consentTextsFile } from '../domain/consents.ts'
import { errorCode } from '../domain/error-facts.ts'
import type { Database } from './postgres/database.ts'

const contentFolder = path.resolve(import.meta.dirname, '../content')

const textsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ document: v.string(), version: v.string(), sha256: v.string(), text: v.string() })),
)

/** The texts that the built site shows; none of a site without pages, such as that of `npm run dev`. */
async function readSiteTexts(siteFolder: string): Promise<ConsentText[]> {
  const file = await readFile(path.join(siteFolder, consentTextsFile), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '[]'
    throw error
  })
  return v.parse(textsSchema, file)
}

/** All that is on record, and what the built site shows. */
export const textsToKeep = async (siteFolder: string): Promise<ConsentText[]> => [
  ...(await readRecordedTexts(contentFolder)),
  ...(await readSiteTexts(siteFolder)),
]

/** Keeps them in the database for good. Resolves with how many were new to it. */
export async function keepConsentTexts(database: Database, siteFolder: string): Promise<number> {
  const texts = await textsToKeep(siteFolder)
  return database.transactionAs({ role: 'service_role' }, async (client) => {
    const { rowCount } = await client.query(
      `insert into public.consent_texts (document, version, sha256, body)
       select document, version, sha256, text
       from json_to_recordset($1::json) as given(document text, version text, sha256 text, text text)
       on conflict do nothing`,
      [JSON.stringify(texts)],
    )
    return rowCount ?? 0
  })
}
