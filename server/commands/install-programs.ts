import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { npm } from '../../setup/install.mjs'
import { type Binaries, binariesBelow } from '../postgres/binaries.ts'
import type { Programs } from '../postgres/programs.ts'
import { exists } from '../runtime/exists.ts'
import { StartupFault } from '../runtime/startup-fault.ts'

/**
 * Has npm install programs of PostgreSQL in a folder of their own, as it does those of this project: from a lockfile that names
 * their SHA-512. Those of an earlier attempt are used again.
 */
export async function installPrograms({ name, version, integrity }: Programs, folder: string): Promise<Binaries> {
  // npm writes it last.
  if (!(await exists(path.join(folder, 'node_modules/.package-lock.json')))) {
    // If this runs as root, PostgreSQL runs as another user, who has to traverse the folder.
    await mkdir(folder, { recursive: true, mode: 0o711 })
    const facts = { name: 'programs', version: '1.0.0', private: true, dependencies: { [name]: version } }
    const packages = { '': facts, [`node_modules/${name}`]: { version, integrity, hasInstallScript: true } }
    const write = (file: string, value: unknown) => writeFile(path.join(folder, file), JSON.stringify(value))
    await write('package.json', { ...facts, allowScripts: { [name]: true } })
    await write('package-lock.json', { ...facts, lockfileVersion: 3, packages })
    // A service's user may have no home for npm's cache.
    const code = await npm('ci', '--prefix', folder, '--cache', path.join(folder, 'cache'), '--loglevel=error', '--no-audit', '--no-fund')
    if (code !== 0) {
      throw new StartupFault(
        `${name} ${version} could not be installed: npm says why above. Nothing was changed. There is a way without it: "Without a connection" in docs/upgrading.md.`,
      )
    }
  }
  return binariesBelow(folder)
}
