import { errorCode } from '../../domain/error-facts.ts'

/** A start that cannot go on. The message tells the operator in a sentence what is wrong and what to do. */
export class StartupFault extends Error {
  override name = 'StartupFault'
}

/**
 * The sentence for an error at the start, or undefined if the error itself says it best. `subject` is what was being
 * used, such as "the data folder /srv/site/data".
 */
export function explainStartError(error: unknown, subject: string): string | undefined {
  if (error instanceof StartupFault) return error.message
  const text = error instanceof Error ? error.message : String(error)
  const code = errorCode(error) ?? ''
  if (code === 'ENOSPC' || /no space left on device/i.test(text)) {
    return `The disk is full, so ${subject} cannot be used. Free some space or set DATA_DIR to a folder on another disk.`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `No permission to use ${subject}. Change its owner or choose another place with DATA_DIR.`
  }
  return undefined
}
