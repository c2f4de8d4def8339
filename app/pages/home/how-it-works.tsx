import { home } from '#words/home.ts'
import { useComesIntoView } from './use-comes-into-view.ts'

const words = home.howItWorks

export function HowItWorks() {
  const { list, waiting } = useComesIntoView<HTMLOListElement>()
  return (
    <section id="how-it-works">
      <div className="wrap">
        <div className="side">
          <header>
            <h2>{words.heading}</h2>
          </header>
          <p className="lead">{words.lead}</p>
        </div>
        <ol className={waiting ? 'steps num is-waiting' : 'steps num'} ref={list}>
          {words.steps.map(({ title, description }, index) => (
            <li key={title}>
              <span className="n" aria-hidden="true">
                {String(index + 1).padStart(2, '0')}
              </span>
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
