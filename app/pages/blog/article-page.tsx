import { articlePage } from '#words/blog.ts'
import type { ArticleFrontMatter } from '#words/front-matter.ts'
import { blogPicture } from './articles.ts'
import { longDateOf } from '#words/format.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import type { Document } from '../../ui/prose.tsx'
import { Reading } from '../../ui/reading.tsx'

interface ArticlePageProps {
  path: string
  document: Document<ArticleFrontMatter>
}

export function ArticlePage({ path, document }: ArticlePageProps) {
  const { title, description, category, date, picture, pictureAlt, closing, action } = document.frontMatter
  return (
    <>
      <PageHead
        title={title}
        description={description}
        path={path}
        picture={picture}
        article={{ published: date, section: category }}
      />
      <article className="wrap article">
        <header className="page-head">
          <Link className="back" to={paths.blog}>
            {articlePage.back}
          </Link>
          <h1>{title}</h1>
          <p className="meta">
            <span>{category}</span>
            <time dateTime={date}>{longDateOf(date)}</time>
          </p>
        </header>
        <div className="art">
          <img src={blogPicture(picture)} alt={pictureAlt} width="320" height="200" />
        </div>
        <Reading document={document} contents={articlePage.contents}>
          <div className="end">
            <p>{closing}</p>
            <Link className="btn" to={paths.signup}>
              {action}
            </Link>
          </div>
        </Reading>
      </article>
    </>
  )
}
