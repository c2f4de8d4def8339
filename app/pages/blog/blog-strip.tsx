import { blogStrip } from '#words/layout.ts'
import { articles, blogPicture } from './articles.ts'
import { longDateOf } from '#words/format.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'

/** Where the header's Blog link leads on every page. */
export function BlogStrip() {
  return (
    <aside className="strip rule" id="blog" aria-labelledby="blog-heading">
      <div className="wrap">
        <div className="strip-head">
          <h2 id="blog-heading">{blogStrip.heading}</h2>
          <Link className="more" to={paths.blog}>
            {blogStrip.all}
          </Link>
        </div>
        <div className="posts">
          {articles.map(({ id, title, excerpt, category, date, picture }) => (
            <article className="post" key={id}>
              <img src={blogPicture(picture)} alt="" width="320" height="200" loading="lazy" />
              <div>
                <p className="fine">
                  {`${category}, `}
                  <span className="nb">{longDateOf(date)}</span>
                </p>
                <h3>
                  <Link to={paths.article(id)}>{title}</Link>
                </h3>
                <p>{excerpt}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
    </aside>
  )
}
