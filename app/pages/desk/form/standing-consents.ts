import { textsIn } from '../../../../domain/consents.ts'
import type { FormConsents } from '../../../../domain/staff/form.ts'

/** The documents that were agreed to and not withdrawn since; `entries` are the oldest first. */
export function standingConsents(entries: Pick<FormConsents['entries'][number], 'action' | 'texts'>[]): string[] {
  const standing = new Set<string>()
  for (const { action, texts } of entries) {
    for (const { document } of textsIn(texts)) {
      if (action === 'given') standing.add(document)
      else standing.delete(document)
    }
  }
  return [...standing]
}
