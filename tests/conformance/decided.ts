import type { Decided } from './compare.ts'

/** In the order of the record. */
export const decided: Decided[] = [
  {
    reason: 1,
    change: (lines) => lines.map((line) => line.replace(', access-control-allow-credentials: true', '')),
  },
  {
    reason: 2,
    change: (lines) => lines.map((line) => line.replace(/^ {2}version: "(?!gateway).*"$/, '  version: "gateway"')),
  },
]
