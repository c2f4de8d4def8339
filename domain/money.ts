/** `2500` becomes `$25`, `2550` becomes `$25.50`; `cents` is a whole number. */
export function formatUsd(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 ? 2 : 0,
  }).format(cents / 100)
}
