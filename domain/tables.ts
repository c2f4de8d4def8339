/** The keys of a table, typed. */
export function keysOf<Key extends string>(table: Record<Key, unknown>): Key[]
export function keysOf(table: object): string[] {
  return Object.keys(table)
}

/** A record of these keys with computed values. */
export function recordOf<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value>
export function recordOf(keys: readonly string[], valueOf: (key: string) => unknown): object {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)]))
}
