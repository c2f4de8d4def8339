/**
 * The arrow keys move between the field and what was found, Home and End to the ends of that, Escape back to the field. What
 * was found are links and one button, which Tab reaches, too.
 */
export function moveWithin(event: KeyboardEvent, field: HTMLElement | null, results: HTMLElement | null): void {
  const stops = [...(results?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const place = stops.findIndex((stop) => stop === event.target)
  if (place === -1 && event.target !== field) return
  const to = stopFor(event.key, place, stops.length)
  if (to === undefined) return
  event.preventDefault()
  const stop = to === -1 ? field : stops[to]
  stop?.focus()
}

/** Which stop a key leads to; -1 is the field. Undefined for keys that move nothing. */
export function stopFor(key: string, place: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return place + 1 < count ? place + 1 : undefined
    case 'ArrowUp':
      return place >= 0 ? place - 1 : undefined
    case 'Home':
      return place >= 0 ? 0 : undefined
    case 'End':
      return place >= 0 ? count - 1 : undefined
    case 'Escape':
      return place >= 0 ? -1 : undefined
    default:
      return undefined
  }
}
