/** A text in the version that a page shows, for whoever agrees to it (R-CONSENT-TEXT). */
export interface ShownText {
  /** Such as `terms`, or `sms` for the label of the box. */
  document: string
  /** The day from which it is in force. */
  version: string
  /** Of the text as one reads it, in hexadecimal. */
  sha256: string
}

/** The same with the text itself, a line for each heading, paragraph, item and cell. */
export interface ConsentText extends ShownText {
  text: string
}

/** Where the built site has its texts, below its folder, as a list of `ConsentText`. */
export const consentTextsFile = 'legal/texts.json'

/** The request header that names the texts which whoever saves an enrollment agrees to (R-CONSENT-LEDGER). */
export const consentsHeader = 'Consents'

/** Texts in one line: the header's value, and what `private.record_consents` in `supabase/migrations/` keeps of it. */
export const consentsIn = (texts: ShownText[]): string =>
  texts.map(({ document, version, sha256 }) => `${document}@${version}=${sha256}`).join(', ')

/** The texts that such a line names. */
export const textsIn = (line: string): ShownText[] =>
  line.split(', ').map((text) => {
    const [document = '', version = '', sha256 = ''] = text.split(/[@=]/)
    return { document, version, sha256 }
  })
