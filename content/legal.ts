/** The words around every legal text. */
export const legalPage = {
  contents: 'On this page',
  /** With today's date behind it (§2). */
  lastUpdated: 'Last Updated:',
  version: 'Version',
}
