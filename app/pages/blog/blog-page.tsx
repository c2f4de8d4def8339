import { blogPage as words, comingSoon } from '#words/blog.ts'
import letterArt from '../../art/letter.svg'
import { articles } from './articles.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { BlogCard } from './blog-card.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Six cards; those of the written articles lead to them (R-BLOG). */
export function Blog() {
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.blog} picture="blog-report" />
      <div className="wrap">
        <header className="page-head">
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
        </header>
        <div className="cards">
          {articles.map((article) => (
            <BlogCard key={article.id} card={article} look="article" />
          ))}
        </div>
        <div className="cards announced">
          {comingSoon.map((card) => (
            <BlogCard key={card.id} card={card} look="coming-soon" />
          ))}
        </div>
      </div>
      <StayUpdated />
    </>
  )
}

function StayUpdated() {
  const { heading, text, button } = words.stayUpdated
  return (
    <section className="close">
      <div className="wrap">
        <div>
          <h2>{heading}</h2>
          <p className="lead">{text}</p>
          <p className="cta">
            <Link className="btn" to={paths.contact}>
              {button}
            </Link>
          </p>
        </div>
        <img src={letterArt} alt="" width="320" height="220" loading="lazy" />
      </div>
    </section>
  )
}
