import path from 'node:path'
import type { Binaries } from '../postgres/binaries.ts'
import type { Programs } from '../postgres/programs.ts'
import { StartupFault } from '../runtime/startup-fault.ts'
import { type Command, repeated } from '../terminal/program.ts'
import { backupName } from './folder.ts'
import { backupCommand, describeRows, lockOf } from './terminal.ts'
import { planUpgrade, upgradeCluster } from './upgrade.ts'

const words = (command: Command) =>
  command.option('--without <table[.column]>', 'go on without what no migration has made; may be repeated', repeated)

/** `npm run upgrade`. `install` installs programs of PostgreSQL in a folder. */
export const upgradeWith = (install: (programs: Programs, folder: string) => Promise<Binaries>) =>
  backupCommand(words, async (context, { without = [] }) => {
    const { places, print, progress, signal, now } = context
    if (places.databaseUrl) {
      throw new StartupFault('DATABASE_URL names a PostgreSQL of your own, which is upgraded by its own means; or move to a new one: npm run move.')
    }
    const plan = await planUpgrade(places.dataFolder)
    if (!plan) return print('The database is of the major version that this version of the project brings. There is nothing to do.')
    const { from, to, programs, kept } = plan
    const lock = await lockOf(context, {})
    const file = path.join(places.backups.folder, backupName(now(), lock))
    print(`PostgreSQL ${from} becomes ${to}: the database is backed up to ${file} and restored in a new one. The old one is kept in ${kept}.`)
    print(`For that, ${programs.name} ${programs.version} is fetched from the registry of npm.`)
    const { contents, difference } = await upgradeCluster(plan, { file, lock, without, signal, progress, install })
    print(`The database is of PostgreSQL ${to} now, compared byte by byte: ${describeRows(contents.rows)}.`)
    for (const line of difference.missing) print(`Not there any more: ${line}`)
    for (const line of difference.added) print(`There in addition: ${line}`)
    print(`Start, and when all is well delete ${kept}: purging does not reach it.`)
  })
