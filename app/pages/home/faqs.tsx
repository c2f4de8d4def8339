import type { ToggleEvent } from 'react'
import { faqs } from '#words/faqs.ts'
import scaleArt from '../../art/scale.svg'
import { anchors, paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'

/** One name makes the browser keep at most one question open; the open one can be closed. */
const accordion = 'faq'

/** Safari before 17.2 and Firefox before 130 do not know that name. */
function closeOthers({ currentTarget: chosen }: ToggleEvent<HTMLDetailsElement>) {
  if (!chosen.open || 'name' in HTMLDetailsElement.prototype) return
  for (const other of chosen.parentElement?.querySelectorAll<HTMLDetailsElement>('[open]') ?? []) other.open = other === chosen
}

export function Faqs() {
  const { heading, lead, questions } = faqs
  return (
    <section id="faqs">
      <div className="wrap side">
        <header>
          <h2>{heading}</h2>
          <p className="lead">
            {`${lead.before} `}
            <a className="nb" href={anchors.contact}>
              {lead.link}
            </a>
            {lead.after}
          </p>
          <img src={scaleArt} alt="" width="320" height="220" loading="lazy" />
        </header>
        <div className="faq">
          {questions.map(({ question, answer, more }) => (
            <details name={accordion} key={question} onToggle={closeOthers}>
              <summary>
                <span>{question}</span>
              </summary>
              <p>
                {more ? `${answer} ` : answer}
                {more && <Link to={paths[more.page]}>{more.label}</Link>}
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
