import { parseArgs } from 'node:util'
import { sensitiveDetails } from '../../content/deliveries.ts'
import { keyName } from '../../deliveries/registered-keys.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { reEncrypt } from './re-encrypt.ts'
import { giveUpKey, type KeyStanding, pruneKeys, readKeyStandings } from './retire.ts'
import { isNextKeyPrepared, type KeyPlaces, prepareNextKey, rotateKey } from './rotate.ts'

export interface KeyContext extends KeyPlaces {
  /** Whether deliveries are sent by the Edge Function, which has the private keys as a secret of its own. */
  onSupabase: boolean
  print: (text: string) => void
  /** Rejects unless the person at the terminal types the word, or --yes was given. */
  confirm: (warning: string, word: string, yes: boolean) => Promise<void>
}

type KeyCommand = (context: KeyContext, parameters: string[]) => Promise<void>

const confirmation = { yes: { type: 'boolean', default: false } } as const

const list: KeyCommand = async (context) => {
  const standings = await readKeyStandings(context)
  if (standings.length === 0) return context.print('There is no key yet: npm start or npm run keys -- rotate makes the first one.')
  context.print(standings.map(describe).join('\n'))
}

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

const rotate: KeyCommand = async (context, parameters) => {
  const options = { ...confirmation, prepare: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args: parameters, options })
  const { file, print, confirm } = context
  const bringing = `supabase secrets set --env-file ${file}`
  if (values.prepare) {
    print(`The next key is ${keyName({ fingerprint: await prepareNextKey(context) })}. Its private half is in ${file}: bring the file`)
    print(`to every gateway on this database, or give it to the function with: ${bringing}`)
    return print('Then: npm run keys -- rotate')
  }
  if (context.onSupabase) {
    if (!(await isNextKeyPrepared(context))) {
      throw new StartupFault('The function needs the private half first: npm run keys -- rotate --prepare')
    }
    await confirm(`This is for after: ${bringing}`, 'rotate', values.yes)
  }
  const name = keyName({ fingerprint: await rotateKey(context) })
  print(`New enrollments are encrypted with the key ${name}. Keep a copy of ${file}, apart from the database and its backups.`)
}

const reEncryptAll: KeyCommand = async (context, parameters) => {
  parseArgs({ args: parameters, options: {} })
  const { changed, unreadable } = await reEncrypt(context)
  context.print(`${changed} encrypted anew.`)
  if (unreadable.length === 0) return
  throw new StartupFault(`No key of ${context.file} opens these enrollments, which stay as they are:\n${unreadable.join('\n')}`)
}

const prune: KeyCommand = async (context, parameters) => {
  const { values } = parseArgs({ args: parameters, options: confirmation })
  const warning = `This deletes private halves that no enrollment needs any more. Older backups keep ${sensitiveDetails} that nobody can open then.`
  await context.confirm(warning, 'prune', values.yes)
  const gone = await pruneKeys(context)
  context.print(gone.length ? `Gone for good: ${gone.join(', ')}` : 'No key is without use.')
}

const giveUp: KeyCommand = async (context, parameters) => {
  const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options: confirmation })
  const [prefix = '', ...more] = positionals
  if (more.length || !/^[0-9a-f]{8,40}$/i.test(prefix)) throw new StartupFault('Name one key by the first 8 digits of it or more.')
  const [found, ...others] = (await readKeyStandings(context)).filter(({ fingerprint }) => fingerprint.startsWith(prefix.toLowerCase()))
  if (!found || others.length) throw new StartupFault(found ? 'Several keys begin so: give more digits.' : 'There is no such key.')
  if (found.here) throw new StartupFault(`Nothing is lost: ${context.file} opens what it encrypts.`)
  const lost = `${sensitiveDetails} of ${found.enrollments} enrollments cannot be opened then, unless the private half turns up.`
  await context.confirm(lost, keyName(found), values.yes)
  await giveUpKey(context, found.fingerprint)
  context.print('Given up. Where no other key is left, the next start of the gateway, or npm run keys -- rotate, makes one.')
}

const commands = new Map<string, KeyCommand>(Object.entries({ list, rotate, 're-encrypt': reEncryptAll, prune, 'give-up': giveUp }))

/** Runs one command line; false if it is none. Throws a StartupFault whose message is for the person at the terminal. */
export async function runKeys([name = 'list', ...parameters]: string[], context: KeyContext): Promise<boolean> {
  const command = commands.get(name)
  if (!command) return false
  await command(context, parameters)
  return true
}

export const help = `npm run keys -- <command>      the keys that encrypt ${sensitiveDetails}

  list                  which keys there are, and whether their private halves are here
  rotate [--prepare]    encrypt new enrollments with a new key; --prepare only makes it, for several
                        machines and for Supabase, whose function has to have it first
  re-encrypt            encrypt older enrollments with the newest key, too
  prune                 delete the private halves of keys that no enrollment needs any more
  give-up <key>         a private half is lost for good: go on without it

Each can be interrupted and repeated while gateways run. --yes confirms beforehand.`
