import { type Answer, faults } from '../contract/faults.ts'

/** How long somebody is banned, in milliseconds; 0 (`none`) ends a ban, undefined leaves it as it is. */
export function parseBanDuration(text: string): Answer<number | undefined> {
  if (text === '') return { ok: undefined }
  if (text === 'none' || text === '0') return { ok: 0 }
  const [, sign, parts = ''] = format.exec(text) ?? []
  let amountMs = 0
  for (const [, amount, unit = ''] of parts.matchAll(part)) amountMs += Number(amount) * (unitsMs[unit] ?? 0)
  if (parts === '' || amountMs > longestMs) return { fault: faults.banDuration(text) }
  return { ok: Math.round(sign === '-' ? -amountMs : amountMs) }
}

// The durations of Go, in which Supabase Auth is written: `24h`, `1h30m`, `-1.5h`.
const unitsMs: Partial<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  'µs': 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g
const format = new RegExp(`^([-+]?)((?:${part.source})+)$`)
// 64 bits of nanoseconds.
const longestMs = 2 ** 63 / 1e6
