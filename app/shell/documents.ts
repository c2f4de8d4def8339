import type { FunctionComponent } from 'react'
import type { ArticleFrontMatter, LegalFrontMatter } from '../../content/front-matter.ts'

/** A module that the build made of an MDX file (`build/mdx.ts`). */
export interface Document<FrontMatter> {
  default: FunctionComponent<{ components: Record<string, FunctionComponent<never>> }>
  frontMatter: FrontMatter
  /** The sections, in their order. */
  headings: { id: string; text: string }[]
}

const articles = import.meta.glob<Document<ArticleFrontMatter>>('../../content/blog/*.mdx')
const legalTexts = import.meta.glob<Document<LegalFrontMatter>>('../../content/legal/*.mdx')

/** Loads the document at an address such as `/blog/common-credit-errors`, which is also that of its file. */
export const loadArticle = (path: string) => load(articles, path)

/** The same for an address such as `/legal/terms`. */
export const loadLegalText = (path: string) => load(legalTexts, path)

async function load<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const loader = modules[`../../content${path}.mdx`]
  if (!loader) throw new Error(`There is no document content${path}.mdx`)
  return loader()
}
