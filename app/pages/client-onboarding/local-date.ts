export const today = () => localDate(new Date())

export function yesterday(): string {
  const date = new Date()
  date.setDate(date.getDate() - 1)
  return localDate(date)
}

/** The date where the reader is, as `2031-03-04`. */
export function localDate(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-')
}
