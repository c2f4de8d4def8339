/** What a page says of itself to browsers, search engines and shared links. */
export interface PageFacts {
  title: string
  description: string
  /** The page's own address below the base path; without it the page has none to be found by. */
  path?: string
  robots?: 'noindex'
  /** The drawing in `app/art/` that the share picture shows, without its extension; by default the sunrise of the logo. */
  picture?: string
  /** For articles: the day of publication, such as `2025-10-15`, and the category. */
  article?: { published: string; section: string }
}

/** In pixels. */
export const sharePictureSize = { width: 1200, height: 630 }
