/** The rows as they stood, each as it is now, with those that are gone still in their place, and new ones behind them. */
export function merged<Row>(before: Row[], now: Row[], keyOf: (row: Row) => string): Row[] {
  const latest = new Map(now.map((row) => [keyOf(row), row]))
  const stood = new Set(before.map(keyOf))
  return [...before.map((row) => latest.get(keyOf(row)) ?? row), ...now.filter((row) => !stood.has(keyOf(row)))]
}
