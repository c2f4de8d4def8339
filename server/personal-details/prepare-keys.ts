import { StartupFault } from '../runtime/startup-fault.ts'
import type { Log } from '../runtime/log.ts'
import { asOwner } from './as-owner.ts'
import { keyFault } from './key-fault.ts'
import { lockKeyTable, readRegisteredKeys, registerKey } from './key-table.ts'
import { nextKey } from './next-key.ts'

/**
 * Makes sure that whatever the database encrypts can be opened here (R-DETAILS-ENCRYPTED). A database that has no key gets
 * its first one; where it has one, none is ever made, and a private half that is missing or wrong is a StartupFault.
 * `url` is that of the owner of the migrations.
 */
export async function prepareKeys(url: string, file: string, log: Log): Promise<void> {
  await asOwner(url, async (client) => {
    await lockKeyTable(client)
    let registered = await readRegisteredKeys(client)
    if (!registered.some(({ encrypts }) => encrypts)) {
      await registerKey(client, await nextKey(client, file))
      registered = await readRegisteredKeys(client)
      log('personal-details-key-created', { file })
    }
    const fault = await keyFault(registered, file)
    if (fault) throw new StartupFault(fault)
  })
}
