import type { Result } from '../../domain/result.ts'
import { createGate, type Gate } from './gate.ts'

/** A gate for each key, for as long as something is in it. The fault `full` means that `work` was not and will not be run. */
export function createTurns(size: { maxConcurrent: number; maxWaiting: number }) {
  const gates = new Map<string, { gate: Gate; inside: number }>()
  return async <Value>(key: string, work: () => Promise<Value>): Promise<Result<Value, 'full'>> => {
    const entry = gates.get(key) ?? { gate: createGate(size), inside: 0 }
    gates.set(key, entry)
    entry.inside += 1
    try {
      return await entry.gate(work)
    } finally {
      entry.inside -= 1
      if (entry.inside === 0) gates.delete(key)
    }
  }
}
