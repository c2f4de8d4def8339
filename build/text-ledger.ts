import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import type { ConsentText, ShownText } from '../domain/consents.ts'
import { sha256Of } from './sha256.ts'

// The record of every text in every version that clients were ever shown: content/texts/ledger.json, with each text beside
// it as <document>/<version>.txt (R-CONSENT-TEXT). `content` is the folder of that name.

const ledgerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.strictObject({ document: v.string(), version: v.string(), sha256: v.string() })),
)

/** The entries, the oldest first. */
export const readLedger = async (content: string): Promise<ShownText[]> =>
  v.parse(ledgerSchema, await readFile(ledgerIn(content), 'utf8'))

/** The entry of a document's version, if it is on record. */
export const entryOf = ({ document, version }: ShownText, ledger: ShownText[]): ShownText | undefined =>
  ledger.find((entry) => entry.document === document && entry.version === version)

/** Every text on record, the oldest first. Throws if one of them is not what was recorded. */
export async function readRecordedTexts(content: string): Promise<ConsentText[]> {
  const ledger = await readLedger(content)
  return Promise.all(
    ledger.map(async (entry) => {
      const text = await readFile(placeOf(content, entry), 'utf8')
      if (sha256Of(text) !== entry.sha256) throw new Error(`${placeOf('content', entry)} is not what was recorded`)
      return { ...entry, text }
    }),
  )
}

/** Puts texts on record whose versions are not there yet. */
export async function addToLedger(content: string, texts: ConsentText[]): Promise<void> {
  const entries = await readLedger(content)
  for (const { text, ...entry } of texts) {
    await mkdir(path.dirname(placeOf(content, entry)), { recursive: true })
    await writeFile(placeOf(content, entry), text)
    entries.push(entry)
  }
  const lines = entries.map((entry) => `  ${JSON.stringify(entry)}`)
  await writeFile(ledgerIn(content), `[\n${lines.join(',\n')}\n]\n`)
}

const ledgerIn = (content: string) => path.join(content, 'texts/ledger.json')

const placeOf = (content: string, { document, version }: ShownText) =>
  path.join(content, 'texts', document, `${version}.txt`)
