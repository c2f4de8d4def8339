import type { ArticleFrontMatter, LegalFrontMatter } from '#words/front-matter.ts'
import { articles } from '../pages/blog/articles.ts'
import { paths } from '../paths.ts'
import type { Document } from '../ui/prose.tsx'
import { lazyRoute, type PageRoute } from './page-route.tsx'

const articleModules = import.meta.glob<Document<ArticleFrontMatter>>('../../content/blog/*.mdx')
const legalModules = import.meta.glob<Document<LegalFrontMatter>>('../../content/legal/*.mdx')

/** The pages whose body is a document in `content/`. */
export const documentRoutes: PageRoute[] = [
  ...articles.map(({ id }) => articleRoute(paths.article(id))),
  ...[paths.terms, paths.privacy, paths.disclaimer, paths.esignConsent, paths.refundPolicy].map(legalRoute),
]

function articleRoute(path: string): PageRoute {
  return lazyRoute({ path, files: ['pages/blog/article-page.tsx', `../content${path}.mdx`] }, async () => {
    const [{ ArticlePage }, document] = await Promise.all([import('../pages/blog/article-page.tsx'), load(articleModules, path)])
    return () => <ArticlePage path={path} document={document} />
  })
}

function legalRoute(path: string): PageRoute {
  return lazyRoute({ path, files: ['pages/legal/legal-page.tsx', `../content${path}.mdx`] }, async () => {
    const [{ Legal }, document] = await Promise.all([import('../pages/legal/legal-page.tsx'), load(legalModules, path)])
    return () => <Legal path={path} document={document} />
  })
}

/** Loads the document at an address such as `/blog/common-credit-errors`, which is also that of its file. */
async function load<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const loader = modules[`../../content${path}.mdx`]
  if (!loader) throw new Error(`There is no document content${path}.mdx`)
  return loader()
}
