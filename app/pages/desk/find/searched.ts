/** What was searched for last, for the way back from a form. */
export interface Searched {
  read: () => string
  write: (text: string) => void
}

/** In memory alone: it names clients. */
export function searchedInMemory(): Searched {
  let searched = ''
  return {
    read: () => searched,
    write: (text) => {
      searched = text
    },
  }
}
