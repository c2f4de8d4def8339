/**
 * Whose address it is, as far as an address tells: an IPv4 address itself, and the /64 of an IPv6 address, since every
 * customer has at least one of those to choose addresses from (RFC 6177). Takes addresses in their canonical spelling.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  if (right === undefined) return `${groups.slice(0, 4).join(':')}::/64`
  const last = right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - last.length }, () => '0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
