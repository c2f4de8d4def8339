/** The percentile of the values by nearest rank. */
export function percentile(values: number[], hundredths: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil((values.length * hundredths) / 100) - 1] ?? Number.NaN
}
