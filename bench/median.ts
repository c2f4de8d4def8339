/** The median; of two middle values, the upper one. */
export function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}
