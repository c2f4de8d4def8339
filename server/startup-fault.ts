/** A start that cannot go on, as one plain sentence for the operator: what is wrong and what to do. */
export class StartupFault extends Error {
  override name = 'StartupFault'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * The sentence for an error met while starting, or undefined where nothing better than the error itself can be said.
 * `subject` names what was being started, such as "the data folder /srv/site/data".
 */
export function explainStartError(error: unknown, subject: string): string | undefined {
  if (error instanceof StartupFault) return error.message
  const text = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === 'ENOSPC' || /no space left on device/i.test(text)) {
    return `The disk is full, so ${subject} cannot be used. Free some space or set DATA_DIR to a folder on another disk.`
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `No permission to use ${subject}. Change its owner or choose another place with DATA_DIR.`
  }
  return undefined
}
