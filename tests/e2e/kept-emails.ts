import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from './fixtures.ts'

export interface KeptLetter {
  subject: string
  /** Where its button leads. */
  link: string
  /** The six digits that can be typed instead. */
  code: string
}

/** The gateway's youngest letter to an address with this subject: it keeps them as files, a moment after its answer. */
export async function letterTo(dataFolder: string, email: string, subject: string): Promise<KeptLetter> {
  const folder = path.join(dataFolder, 'mail')
  let found: KeptLetter | undefined
  await expect(async () => {
    found = (await lettersIn(folder, email)).findLast((letter) => letter.subject === subject)
    expect(found, `a letter "${subject}"`).toBeDefined()
  }).toPass()
  if (!found) throw new Error('No letter was found')
  return found
}

async function lettersIn(folder: string, email: string): Promise<KeptLetter[]> {
  // The gateway makes the folder with its first letter, and removes the oldest ones.
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  const sources = await Promise.all(files.map((name) => readFile(path.join(folder, name)).catch(() => Buffer.alloc(0))))
  const letters = sources.filter((source) => source.includes(email)).map((source) => PostalMime.parse(source))
  return (await Promise.all(letters)).map(({ subject = '', text = '' }) => ({
    subject,
    link: /https?:\/\/\S+\/verify\?\S+/.exec(text)?.[0] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }))
}
