/** Positions of bytes, both included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * The one range that the header Range asks of so many bytes (RFC 9110 §14.1.2). Several ranges, other units and what
 * cannot be understood are answered with the whole, as §14.2 allows.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (from === '') {
    // So many bytes from the end; of an empty file there are none.
    const first = Math.max(0, length - Number(to))
    return first < length ? { first, last: length - 1 } : 'unsatisfiable'
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= length) return 'unsatisfiable'
  return { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) }
}
