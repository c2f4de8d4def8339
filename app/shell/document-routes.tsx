import { articles } from '../pages/blog/articles.ts'
import { loadArticle, loadLegalText } from './documents.ts'
import { lazyRoute, type PageRoute } from './page-route.tsx'
import { paths } from '../paths.ts'

/** The pages whose body is a document in `content/`. */
export const documentRoutes: PageRoute[] = [
  ...articles.map(({ id }) => articleRoute(paths.article(id))),
  ...[paths.terms, paths.privacy, paths.disclaimer, paths.esignConsent, paths.refundPolicy].map(legalRoute),
]

function articleRoute(path: string): PageRoute {
  return lazyRoute({ path, files: ['../pages/blog/article-page.tsx', `../../content${path}.mdx`] }, async () => {
    const [{ ArticlePage }, document] = await Promise.all([import('../pages/blog/article-page.tsx'), loadArticle(path)])
    return () => <ArticlePage path={path} document={document} />
  })
}

function legalRoute(path: string): PageRoute {
  return lazyRoute({ path, files: ['../pages/legal/legal-page.tsx', `../../content${path}.mdx`] }, async () => {
    const [{ Legal }, document] = await Promise.all([import('../pages/legal/legal-page.tsx'), loadLegalText(path)])
    return () => <Legal path={path} document={document} />
  })
}
