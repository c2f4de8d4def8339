/**
 * `2500` becomes `$25`, `125050` becomes `$1,250.50`; `cents` is a whole number, not below zero. Written out, since the
 * first number, list, date and order of `Intl` on a page take a slow phone 50 to 250 ms, while somebody waits.
 */
export function formatUsd(cents: number): string {
  const [dollars = '', rest] = (cents / 100).toFixed(2).split('.')
  const grouped = dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return rest === '00' ? `$${grouped}` : `$${grouped}.${rest}`
}
