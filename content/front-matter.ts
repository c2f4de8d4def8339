import * as v from 'valibot'

const sentence = v.pipe(v.string(), v.trim(), v.nonEmpty())
const date = v.pipe(v.string(), v.isoDate())
/** The day from which a text is in force, and on that day the how manieth it is: `2031-03-04`, then `2031-03-04.2`. */
const version = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}(\.[2-9])?$/, 'Invalid version'))

/** What stands at the head of each `content/<folder>/*.mdx`, by folder. Dates are ISO, such as `2025-10-15`. */
export const frontMatterSchemas = {
  blog: v.strictObject({
    title: sentence,
    /** For search engines. */
    description: sentence,
    date,
    category: sentence,
    /** A drawing in `app/art/`, without its extension. */
    picture: v.pipe(v.string(), v.regex(/^blog-[a-z-]+$/)),
    /** Empty when the drawing only decorates. */
    pictureAlt: v.string(),
    /** For cards that lead to the article. */
    excerpt: sentence,
    /** Ends the article, above the button. */
    closing: sentence,
    /** The label of the button. */
    action: sentence,
  }),
  legal: v.strictObject({
    title: sentence,
    description: sentence,
    /** "Last Updated" on the page is another date (R-LAST-UPDATED). */
    version,
  }),
  /** What one agrees to where it is said: a sentence, or the label of a box. */
  consents: v.strictObject({ version }),
}

/** That of a document of any folder. */
export type FrontMatter = v.InferOutput<(typeof frontMatterSchemas)[keyof typeof frontMatterSchemas]>

export type ArticleFrontMatter = v.InferOutput<typeof frontMatterSchemas.blog>
export type LegalFrontMatter = v.InferOutput<typeof frontMatterSchemas.legal>
