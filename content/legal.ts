/** The words around every legal text. */
export const legalPage = {
  contents: 'On this page',
  /** With today's date behind it (R-LAST-UPDATED). */
  lastUpdated: 'Last Updated:',
  version: 'Version',
}
