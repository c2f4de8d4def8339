import type { RouteObject } from 'react-router'
import { articles } from './articles.ts'
import { loadArticle, loadLegalText } from './documents.ts'
import { paths } from './paths.ts'

/** The pages whose body is a document in `content/`. */
export const documentRoutes: RouteObject[] = [
  ...articles.map(({ id }) => articleRoute(paths.article(id))),
  ...[paths.terms, paths.privacy, paths.disclaimer, paths.esignConsent, paths.refundPolicy].map(legalRoute),
]

function articleRoute(path: string): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ ArticlePage }, document] = await Promise.all([import('./pages/article.tsx'), loadArticle(path)])
      return { element: <ArticlePage path={path} document={document} /> }
    },
  }
}

function legalRoute(path: string): RouteObject {
  return {
    path,
    lazy: async () => {
      const [{ Legal }, document] = await Promise.all([import('./pages/legal.tsx'), loadLegalText(path)])
      return { element: <Legal path={path} document={document} /> }
    },
  }
}
