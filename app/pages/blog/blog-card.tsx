import { blogPage, type BlogCard as Card } from '#words/blog.ts'
import { blogPicture } from './articles.ts'
import { longDateOf } from '#words/format.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'

interface BlogCardProps {
  card: Card
  look: 'article' | 'coming-soon'
}

/** A card of the blog list. What is only announced does nothing on a click (R-BLOG). */
export function BlogCard({ card: { id, title, excerpt, date, category, picture }, look }: BlogCardProps) {
  const isWritten = look === 'article'
  return (
    <article className={isWritten ? 'post large' : 'post soon'}>
      <img src={blogPicture(picture)} alt="" width="320" height="200" loading={isWritten ? 'eager' : 'lazy'} />
      <div>
        <p className="fine">
          {category},{' '}
          <time className="nb" dateTime={date}>
            {longDateOf(date)}
          </time>
        </p>
        <h2>{isWritten ? <Link to={paths.article(id)}>{title}</Link> : title}</h2>
        <p>{excerpt}</p>
        {!isWritten && <span className="tag">{blogPage.comingSoon}</span>}
      </div>
    </article>
  )
}
