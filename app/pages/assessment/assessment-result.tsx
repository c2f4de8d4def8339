import { useId } from 'react'
import { assessmentResult as words } from '#words/assessment.ts'
import { formatUsd } from '#words/format.ts'
import { planWords } from '#words/plans.ts'
import { reasonWords } from '#words/recommendation-reasons.ts'
import type { AssessmentInputs } from '../../../domain/assessment.ts'
import { plans } from '../../../domain/plans.ts'
import type { Recommendation } from '../../../domain/recommendation.ts'
import { outbound } from '../../links.ts'
import type { Destination } from '../../outbound.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { useResultInSight } from '../../ui/use-result-in-sight.ts'

/** A recommendation, and the inputs that it was made for: later changes leave it as it is, until it is asked for again. */
export interface Answered {
  attempt: number
  inputs: AssessmentInputs
  recommendation: Recommendation
}

interface AssessmentResultProps {
  answered: Answered
  /** Of the plan's name. */
  heading: 'h2' | 'h3'
}

/** The recommended plan, its price and the reasons. */
export function AssessmentResult({ answered, heading: Heading }: AssessmentResultProps) {
  const id = useId()
  const region = useResultInSight()
  const { plan, reasons } = answered.recommendation
  const { name, priceCents } = plans[plan]
  return (
    <section className="result" aria-labelledby={id} aria-describedby={`${id}plan`} tabIndex={-1} ref={region}>
      <div className="result-grid">
        <div>
          <p className="said" id={id}>
            {words.region}
          </p>
          <div id={`${id}plan`}>
            <Heading className="pick">{name}</Heading>
            <p className="total num">{formatUsd(priceCents)}</p>
            <span>{words.once}</span>
          </div>
          <p className="lead pick-note">{planWords[plan].description}</p>
          <div className="actions">
            <Proceed to={outbound.checkout[plan]} />
            <Link className="more" to={paths.pricing}>
              {words.compare}
            </Link>
          </div>
        </div>
        <div>
          <h3>{words.reasons}</h3>
          <ol className="reasons">
            {reasons.map((reason) => {
              const { fact, sentence } = reasonWords[reason](answered.inputs)
              return (
                <li key={reason}>
                  <div>
                    <b>{fact}</b> <span>{sentence}</span>
                  </div>
                </li>
              )
            })}
          </ol>
        </div>
      </div>
      <div className="result-contains">
        <h3>{words.contains}</h3>
        <ul className="ticks">
          {planWords[plan].features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <p className="fine result-note">
        {words.note}{' '}
        <Link className="nb" to={paths.refundPolicy}>
          {words.refundPolicy}
        </Link>
      </p>
    </section>
  )
}

/** The one link to another company's page that stays in the tab (R-PROCEED-TO-PAYMENT). */
function Proceed({ to }: { to: Destination }) {
  if (to.kind === 'internal') {
    return (
      <Link className="btn" to={to.to}>
        {words.proceed}
      </Link>
    )
  }
  return (
    <a className="btn" href={to.href} rel="noreferrer">
      {words.proceed}
    </a>
  )
}
