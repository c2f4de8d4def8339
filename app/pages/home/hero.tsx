import { home } from '../../../content/home.ts'
import { HeroArt } from '../../art/hero-art.tsx'
import { anchors, paths } from '../../paths.ts'
import { Link } from '../../router.tsx'

const words = home.hero

export function Hero() {
  return (
    <section className="hero" id="home">
      <div className="wrap">
        <div className="hero-grid">
          <div className="hero-copy">
            <h1>
              {words.sentences.map((sentence) => (
                <span key={sentence}>{sentence} </span>
              ))}
            </h1>
            <p className="lead">{words.lead}</p>
            <p className="cta">
              <a className="btn" href={anchors.pricing}>
                {words.getStarted}
              </a>
              <Link className="more" to={paths.assessment}>
                {words.findPlan}
              </Link>
            </p>
          </div>
          <div className="hero-art">
            <HeroArt />
          </div>
          <dl className="stats num">
            {words.stats.map(({ figure, label }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ul className="trust">
          {words.trust.map(({ title, description }) => (
            <li key={title}>
              <b>{title}</b> {description}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
