import { aboutPage as words } from '#words/about.ts'
// In the page itself: it is the largest thing in sight, and half a kilobyte.
import lampArt from '../../art/lamp.svg?inline'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** A story, four values and a mission (R-ABOUT). */
export function About() {
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.about} picture="lamp" />
      <header className="wrap page-head pictured">
        <div>
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
        </div>
        <img src={lampArt} alt="" width="320" height="220" />
      </header>
      <Story />
      <Values />
      <Mission />
    </>
  )
}

function Story() {
  const { heading, paragraphs, figures } = words.story
  return (
    <section className="rule">
      <div className="wrap side story">
        <header>
          <h2>{heading}</h2>
          <dl className="rows num">
            {figures.map(({ label, figure }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </header>
        <div className="told">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  )
}

function Values() {
  const { heading, items } = words.values
  return (
    <section className="rule">
      <div className="wrap">
        <h2>{heading}</h2>
        <ul className="values">
          {items.map(({ title, sentences }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{sentences.join(' ')}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Mission() {
  const { mission, next } = words
  return (
    <>
      <section className="night">
        <div className="wrap side">
          <header>
            <h2>{mission.heading}</h2>
          </header>
          <p className="statement">{mission.statement}</p>
        </div>
      </section>
      <section>
        <div className="wrap next-step">
          <p className="lead">{next.text}</p>
          <p className="actions">
            <Link className="btn" to={paths.pricing}>
              {next.plans}
            </Link>
            <Link className="more" to={paths.contact}>
              {next.contact}
            </Link>
          </p>
        </div>
      </section>
    </>
  )
}
