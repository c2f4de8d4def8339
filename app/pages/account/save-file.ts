/** Has the browser save a text, whole or in parts, as a file. */
export function saveFile(name: string, type: string, ...texts: string[]): void {
  const address = URL.createObjectURL(new Blob(texts, { type: `${type};charset=utf-8` }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser has taken it over by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
