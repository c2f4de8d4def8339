import { stat } from 'node:fs/promises'
import { errorCode } from '../../domain/error-facts.ts'

/** Whether there is a file or folder. One that may not be looked for is an error, and not a missing one. */
export async function exists(place: string): Promise<boolean> {
  try {
    await stat(place)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}
