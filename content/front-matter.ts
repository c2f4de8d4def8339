import * as v from 'valibot'

const sentence = v.pipe(v.string(), v.trim(), v.nonEmpty())
const date = v.pipe(v.string(), v.isoDate())

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
    /** The day from which the text is in force; "Last Updated" on the page is another date (R-LAST-UPDATED). */
    version: date,
  }),
}

export type ArticleFrontMatter = v.InferOutput<typeof frontMatterSchemas.blog>
export type LegalFrontMatter = v.InferOutput<typeof frontMatterSchemas.legal>
