import { home } from '#words/home.ts'
import heroArt from '../../art/hero.svg'
import { anchors, paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'

const words = home.hero

export function Hero() {
  return (
    <section className="hero" id="home">
      <div className="wrap">
        <div className="hero-grid">
          <div>
            <h1>
              {words.sentences.map((sentence) => (
                <span key={sentence}>{`${sentence} `}</span>
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
            {/* Drawn by reference: inline it would be 2 kB in the page and in its script, and its figures keep the page's face. */}
            <svg aria-hidden="true" preserveAspectRatio="xMaxYMax slice" viewBox="0 0 720 600">
              <use href={`${heroArt}#road`} />
            </svg>
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
              <b>{title}</b>
              {` ${description}`}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
