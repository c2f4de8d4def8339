import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from './fixtures.ts'

export interface KeptEmail {
  subject: string
  /** Where its button leads. */
  link: string
  /** The six digits that can be typed instead. */
  code: string
}

/** The gateway's latest e-mail to an address with this subject: it keeps them as files, a moment after its answer. */
export async function keptEmailTo(dataFolder: string, email: string, subject: string): Promise<KeptEmail> {
  const folder = path.join(dataFolder, 'mail')
  let found: KeptEmail | undefined
  await expect(async () => {
    found = (await keptEmailsIn(folder, email)).findLast((each) => each.subject === subject)
    expect(found, `an e-mail "${subject}"`).toBeDefined()
  }).toPass()
  if (!found) throw new Error('No e-mail was found')
  return found
}

async function keptEmailsIn(folder: string, email: string): Promise<KeptEmail[]> {
  // The gateway makes the folder with its first e-mail, and removes the oldest ones.
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  const sources = await Promise.all(files.map((name) => readFile(path.join(folder, name)).catch(() => Buffer.alloc(0))))
  const emails = sources.filter((source) => source.includes(email)).map((source) => PostalMime.parse(source))
  // An e-mail about a change of address names another one too.
  const own = (await Promise.all(emails)).filter(({ to }) => to?.some(({ address }) => address === email))
  return own.map(({ subject = '', text = '' }) => ({
    subject,
    link: /https?:\/\/\S+\/(?:confirm#|client-onboarding\?)\S+/.exec(text)?.[0] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }))
}
