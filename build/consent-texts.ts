import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ConsentText, ShownText } from '../domain/consents.ts'
import { readDocument } from './mdx.ts'
import { addToLedger, entryOf, readLedger } from './text-ledger.ts'

// The texts that clients agree to, as they stand in content/consents/ and content/legal/ (R-CONSENT-TEXT).

export const currentTexts = async (content: string): Promise<ConsentText[]> =>
  Promise.all((await filesIn(content)).map(readText))

/** The current texts that are not on record in the version that they claim to be. */
export async function unrecordedTexts(content: string): Promise<ConsentText[]> {
  const ledger = await readLedger(content)
  return (await currentTexts(content)).filter((text) => entryOf(text, ledger)?.sha256 !== text.sha256)
}

/**
 * Puts every current text on record. One that has changed since its version was recorded gets a new version first: the
 * day `today`, `YYYY-MM-DD`. Returns what was recorded.
 */
export async function recordTexts(today: string, content: string): Promise<ShownText[]> {
  const ledger = await readLedger(content)
  const added: ConsentText[] = []
  for (const file of await filesIn(content)) {
    const text = await readText(file)
    const recorded = entryOf(text, ledger)
    if (recorded?.sha256 === text.sha256) continue
    const version = recorded ? freeVersion(today, text, ledger) : text.version
    if (recorded) await replaceIn(file, `version: '${text.version}'`, `version: '${version}'`)
    added.push({ ...text, version })
  }
  await addToLedger(content, added)
  return added
}

async function filesIn(content: string): Promise<string[]> {
  const folders = ['consents', 'legal'].map((name) => path.join(content, name))
  const files = folders.map(async (folder) => (await readdir(folder)).toSorted().map((name) => path.join(folder, name)))
  return (await Promise.all(files)).flat()
}

async function readText(file: string): Promise<ConsentText> {
  const { shown } = await readDocument(file, await readFile(file, 'utf8'))
  if (!shown) throw new Error(`${file} has no version`)
  return shown
}

/** `today`, or `today.2` where that is taken, and so on. */
function freeVersion(today: string, text: ShownText, ledger: ShownText[], count = 1): string {
  const version = count === 1 ? today : `${today}.${count}`
  return entryOf({ ...text, version }, ledger) ? freeVersion(today, text, ledger, count + 1) : version
}

async function replaceIn(file: string, before: string, after: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(before, after))
}
