import { InvalidArgumentError } from '@commander-js/extra-typings'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { keyName } from '../../deliveries/registered-keys.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Confirming, confirm } from '../terminal/confirm.ts'
import { type Command, defines } from '../terminal/program.ts'
import type { Progress } from '../terminal/show-progress.ts'
import { reEncrypt } from './re-encrypt.ts'
import { giveUpKey, type KeyStanding, pruneKeys, readKeyStandings } from './retire.ts'
import { isNextKeyPrepared, type KeyPlaces, prepareNextKey, rotateKey } from './rotate.ts'
import { printableJson } from '../terminal/text.ts'

export interface KeyContext extends KeyPlaces, Confirming {
  progress: Progress
  /** Whether deliveries are sent by the Edge Function, which has the private keys as a secret of its own. */
  onSupabase: boolean
}

const keyCommand = defines<KeyContext>()

const listing = (command: Command) =>
  command.description('which keys there are, and whether their private halves are here').option('--json', 'as JSON')

const list = keyCommand(listing, async (context, { json }) => {
  const standings = await readKeyStandings(context)
  if (json) return context.print(printableJson(standings))
  if (standings.length === 0) return context.print('There is no key yet: npm start or npm run keys -- rotate makes the first one.')
  context.print(standings.map(describe).join('\n'))
})

const roles: Record<KeyStanding['state'], string> = {
  encrypts: 'encrypts new enrollments',
  opens: 'opens older enrollments',
  retired: 'retired',
  lost: 'lost',
}

function describe({ fingerprint, created, state, enrollments, here }: KeyStanding): string {
  const place = here ? 'private half here' : 'private half not here'
  return `${fingerprint}  since ${created}  ${roles[state]}  ${enrollments} of them  ${place}`
}

const rotating = (command: Command) =>
  command
    .description('encrypt new enrollments with a new key')
    .option('--prepare', 'only make it, for several machines and for Supabase, whose function has to have it first')

const rotate = keyCommand(rotating, async (context, { prepare }) => {
  const { file, print } = context
  const bringing = `supabase secrets set --env-file ${file}`
  if (prepare) {
    print(`The next key is ${keyName({ fingerprint: await prepareNextKey(context) })}. Its private half is in ${file}: bring the file`)
    print(`to every gateway on this database, or give it to the function with: ${bringing}`)
    return print('Then: npm run keys -- rotate')
  }
  if (context.onSupabase) {
    if (!(await isNextKeyPrepared(context))) {
      throw new StartupFault('The function needs the private half first: npm run keys -- rotate --prepare')
    }
    await confirm(context, `This is for after: ${bringing}`, 'rotate')
  }
  const name = keyName({ fingerprint: await rotateKey(context) })
  print(`New enrollments are encrypted with the key ${name}. Keep a copy of ${file}, apart from the database and its backups.`)
})

const reEncrypting = (command: Command) => command.description('encrypt older enrollments with the newest key, too')

const reEncryptAll = keyCommand(reEncrypting, async (context) => {
  const { changed, unreadable } = await reEncrypt(context, context.progress)
  context.print(changed || unreadable.length ? `${changed} encrypted anew.` : 'Nothing waits: the newest key encrypts every enrollment.')
  if (unreadable.length === 0) return
  throw new StartupFault(`No key of ${context.file} opens these enrollments, which stay as they are:\n${unreadable.join('\n')}`)
})

const pruning = (command: Command) => command.description('delete the private halves of keys that no enrollment needs any more')

const prune = keyCommand(pruning, async (context) => {
  const warning = `This deletes private halves that no enrollment needs any more. Older backups keep ${sensitiveDetails} that nobody can open then.`
  await confirm(context, warning, 'prune')
  const gone = await pruneKeys(context)
  context.print(gone.length ? `Gone for good: ${gone.join(', ')}` : 'No key is without use.')
})

const givingUp = (command: Command) =>
  command.description('a private half is lost for good: go on without it').argument('<key>', 'the key, or at least its first 8 digits', keyDigits)

function keyDigits(given: string): string {
  if (/^[0-9a-f]{8,40}$/i.test(given)) return given.toLowerCase()
  throw new InvalidArgumentError('A key has 40 hexadecimal digits: say the first 8 of them or more.')
}

const giveUp = keyCommand(givingUp, async (context, prefix) => {
  const [found, ...others] = (await readKeyStandings(context)).filter(({ fingerprint }) => fingerprint.startsWith(prefix))
  if (!found || others.length) throw new StartupFault(found ? 'Several keys begin so: give more digits.' : 'There is no such key.')
  if (found.here) throw new StartupFault(`Nothing is lost: ${context.file} opens what it encrypts.`)
  const lost = `${sensitiveDetails} of ${found.enrollments} enrollments cannot be opened then, unless the private half turns up.`
  await confirm(context, lost, keyName(found))
  await giveUpKey(context, found.fingerprint)
  context.print('Given up. Where no other key is left, the next start of the gateway, or npm run keys -- rotate, makes one.')
})

/** `npm run keys`, which lists them where nothing else is said. Each command can be interrupted and repeated while gateways run. */
export const keyProgram = {
  name: 'keys',
  summary: `The keys that encrypt ${sensitiveDetails}`,
  commands: { list, rotate, 're-encrypt': reEncryptAll, prune, 'give-up': giveUp },
  takes: ['yes'],
  usual: 'list',
} as const
