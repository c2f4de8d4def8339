import type { ArticleFrontMatter } from '#words/front-matter.ts'

/** What lists of articles show; the body is loaded with the article's page. */
interface Article extends ArticleFrontMatter {
  /** The name of its file, and the end of its address. */
  id: string
}

const frontMatter = import.meta.glob<ArticleFrontMatter>('../../../content/blog/*.mdx', {
  eager: true,
  import: 'frontMatter',
  query: '?front-matter',
})

/** The articles that are written, the newest first. Not `localeCompare`: the first use of `Intl` is slow (`content/format.ts`). */
export const articles: Article[] = Object.entries(frontMatter)
  .map(([file, words]) => ({ id: documentName(file), ...words }))
  .sort((one, other) => (one.date < other.date ? 1 : -1))

/** `terms` of `content/legal/terms.mdx`. */
function documentName(file: string): string {
  return file.replace(/^.*\/|\.mdx$/g, '')
}

const pictures = import.meta.glob<string>('../../art/blog-*.svg', { eager: true, import: 'default' })

/** The address of a drawing that a blog card or an article names, 320 by 200. Throws when there is none. */
export function blogPicture(name: string): string {
  const address = pictures[`../../art/${name}.svg`]
  if (!address) throw new Error(`There is no picture app/art/${name}.svg`)
  return address
}
