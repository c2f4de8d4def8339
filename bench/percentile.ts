/** The value that so many hundredths of the figures do not exceed. */
export function percentile(values: number[], hundredths: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil((values.length * hundredths) / 100) - 1] ?? Number.NaN
}
