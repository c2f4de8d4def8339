/**
 * The typeface of the headings never stands between a visitor and the text. No page asks for it: the app fetches it once
 * it is there, shows it from the next page on, and stores it for later visits, which have it before anything is painted.
 * The browser's own cache would answer too late for that.
 */

/** Under this name the local storage has the file's address, a space, and the file in base64. */
const storageName = 'display-face'

let fetched: FontFace | undefined

const faceOf = (file: BufferSource) => new FontFace('Newsreader Display', file, { weight: '480' })

/** Shows the face if it has been kept. */
export function showKeptFace(): void {
  try {
    const [, file] = kept()
    if (file) document.fonts.add(faceOf(Uint8Array.from(atob(file), (character) => character.charCodeAt(0))))
  } catch (error) {
    // Storage is refused, or what is in it damaged: the system's serif stays.
    console.info(error)
  }
}

/** Fetches the face for the pages to come, without showing it: that would move what is being read. */
export async function fetchFace(url: string): Promise<void> {
  try {
    if (url === kept()[0] || navigator.connection?.saveData) return
    const response = await fetch(url)
    if (!response.ok) throw new Error(`status ${response.status}`)
    const file = new Uint8Array(await response.arrayBuffer())
    fetched = faceOf(file)
    localStorage.setItem(storageName, `${url} ${btoa(String.fromCharCode(...file))}`)
  } catch (error) {
    console.info('The display face is not kept:', error)
  }
}

/** Shows a face that has been fetched meanwhile. For the moment at which another page is drawn. */
export function showFetchedFace(): void {
  if (fetched) document.fonts.add(fetched)
}

const kept = () => localStorage.getItem(storageName)?.split(' ') ?? []
