/** Byte positions, both inclusive. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * The single range that the header Range requests of `length` bytes (RFC 9110 §14.1.2). Several ranges, other units and
 * malformed headers are answered with the whole file, as RFC 9110 §14.2 allows.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  if (from === '') {
    // A suffix range: the last bytes. An empty file has none.
    const first = Math.max(0, length - Number(to))
    return first < length ? { first, last: length - 1 } : 'unsatisfiable'
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= length) return 'unsatisfiable'
  return { first, last: to === '' ? length - 1 : Math.min(Number(to), length - 1) }
}
