import { type AuthFault, faults } from './faults.ts'
import type { Metadata } from '../stores/users.ts'

// Every access token carries it, and headers of 16 kB are the most that Node reads.
const mostBytes = 4096
const mostLevels = 8

/** The fault of facts that a program may not keep with an account, if they have one. */
export function metadataFault(metadata: Metadata): AuthFault | undefined {
  // First of all, since the functions after it go down every level.
  if (!isShallow(metadata, mostLevels)) return faults.metadataTooDeep(mostLevels)
  const text = JSON.stringify(metadata)
  if (Buffer.byteLength(text) > mostBytes) return faults.metadataTooLong(mostBytes)
  return unstorable.test(text) ? faults.metadataNotText : undefined
}

/** New facts beside the old ones; null takes one away. */
export function mergeMetadata(old: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null))
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

// PostgreSQL's jsonb holds neither NUL nor half a surrogate pair. In JSON.stringify's output exactly these are
// written as escapes; an even number of backslashes before is text.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
