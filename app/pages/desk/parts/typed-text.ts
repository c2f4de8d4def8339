/** What was typed into a field of a form, without blanks around it; empty where there is no such field. */
export function typedText(entries: FormData, name: string): string {
  const value = entries.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
