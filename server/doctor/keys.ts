import { sensitiveDetails } from '../../content/deliveries.ts'
import { keyName } from '../../deliveries/registered-keys.ts'
import { asService } from '../enrollments/command.ts'
import { keyFault } from '../personal-details/key-fault.ts'
import { readRegisteredKeys } from '../personal-details/key-table.ts'
import type { Check, OpenInstallation } from './check.ts'

/** Whether everything that the database encrypts can be opened here. */
export async function checkKeys(context: OpenInstallation): Promise<Check> {
  const { keysFile, site } = context.environment
  const name = 'Keys'
  const registered = await asService(context, readRegisteredKeys)
  const encrypting = registered.find(({ encrypts }) => encrypts)
  if (!encrypting) return { name, result: 'fault', detail: 'none is registered, so nothing can be saved: npm run keys -- rotate' }
  const fault = await keyFault(registered, keysFile)
  if (!fault) return { name, result: 'ok', detail: `${keyName(encrypting)} encrypts ${sensitiveDetails}, and ${keysFile} opens them` }
  // Another machine, or the function, may have what this one lacks.
  return { name, result: site.supabase ? 'warning' : 'fault', detail: fault }
}
