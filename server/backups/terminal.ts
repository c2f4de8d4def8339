import { readFile } from 'node:fs/promises'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Confirming, UsageFault } from '../terminal/confirm.ts'
import { defines } from '../terminal/program.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { identitiesOf, type Key, type Lock } from './lock.ts'
import type { Places } from './places.ts'

/** What the commands of this folder need of the world. */
export interface BackupContext extends Confirming {
  places: Places
  progress: Progress
  /** Asks at the terminal without showing what is typed; undefined without a terminal. */
  askSecret: ((question: string) => Promise<string>) | undefined
  /** Aborts when the person gives up. */
  signal: AbortSignal
  now: () => Date
}

/** `npm run backup`, `restore` or `move`. */
export const backupCommand = defines<BackupContext>()

/** For whom a backup is encrypted: `--recipient` and BACKUP_RECIPIENT, or a passphrase that is asked for twice. */
export async function lockOf(
  { places, askSecret }: BackupContext,
  { recipient = [], passphrase }: { recipient?: string[] | undefined; passphrase?: true | undefined },
): Promise<Lock | undefined> {
  const recipients = recipient.length ? recipient : places.backups.recipients
  if (!passphrase) return recipients.length ? { recipients } : undefined
  if (recipient.length) throw new UsageFault('Choose between --recipient and --passphrase.')
  const first = await secret(askSecret, 'Passphrase: ')
  if (first.length < minPassphrase) throw new StartupFault(`A passphrase has ${minPassphrase} characters or more: four words, say.`)
  if (first !== (await secret(askSecret, 'Again: '))) throw new StartupFault('The two differ. Nothing was done.')
  return { passphrase: first }
}

const minPassphrase = 12

/** What opens a backup; undefined if nothing was named. */
export async function keyOf(
  { askSecret }: BackupContext,
  { identity, passphrase }: { identity?: string | undefined; passphrase?: true | undefined },
): Promise<Key | undefined> {
  if (passphrase) return { passphrase: await secret(askSecret, 'Passphrase: ') }
  if (identity === undefined) return undefined
  const identities = identitiesOf(await readFile(identity, 'utf8'))
  if (identities.length === 0) throw new StartupFault(`${identity} holds no line AGE-SECRET-KEY-…`)
  return { identities }
}

function secret(ask: BackupContext['askSecret'], question: string): Promise<string> {
  if (!ask) throw new StartupFault('There is no terminal to ask for a passphrase: use a recipient (--recipient, BACKUP_RECIPIENT) instead.')
  return ask(question)
}

/** `1,234 rows of 27 tables`. */
export const describeRows = (rows: Map<string, number>): string => {
  const total = [...rows.values()].reduce((sum, each) => sum + each, 0)
  return `${total.toLocaleString('en')} rows of ${rows.size} tables`
}
