import { Link } from 'react-router'
import { blogStrip } from '../../content/layout.ts'
import errorsArt from '../art/blog-errors.svg'
import scoreArt from '../art/blog-score.svg'
import { paths } from '../paths.ts'

type ArticleId = (typeof blogStrip.articles)[number]['id']

const pictures: Record<ArticleId, string> = { 'understanding-credit-score': scoreArt, 'common-credit-errors': errorsArt }

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
          {blogStrip.articles.map(({ id, title, excerpt, category, date }) => (
            <article className="post" key={id}>
              <img src={pictures[id]} alt="" width="320" height="200" loading="lazy" />
              <div>
                <p className="fine">
                  {category}, <span className="nb">{date}</span>
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
