import { planWords, priceList } from '#words/plans.ts'
import { formatUsd } from '#words/format.ts'
import type { PaidService, Priced } from '../../../domain/plans.ts'
import { outbound } from '../../links.ts'
import { OutboundLink } from '../../ui/link.tsx'

interface PlanCardProps {
  service: PaidService
  priced: Priced
  kind: 'plan' | 'popular' | 'add-on'
}

const looks = {
  plan: { card: 'plan', button: 'btn quiet' },
  popular: { card: 'plan best', button: 'btn lamp' },
  'add-on': { card: 'plan addon', button: 'btn quiet' },
}

/** One row of the price list. Buying opens the card company's checkout in a new tab (R-CHECKOUT). */
export function PlanCard({ service, priced, kind }: PlanCardProps) {
  const { description, features } = planWords[service]
  return (
    <article className={looks[kind].card} id={`plan-${service}`}>
      <div>
        {kind === 'popular' && <span className="flag">{priceList.popular}</span>}
        <h3>{priced.name}</h3>
        <p className="for">{description}</p>
      </div>
      <ul className="ticks">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className="buy">
        <p className="price">
          {`${formatUsd(priced.priceCents)} `}
          <small>{priceList.once}</small>
        </p>
        <OutboundLink className={looks[kind].button} to={outbound.checkout[service]}>
          {priceList.choose}
          <span className="vh">{` ${priced.name}`}</span>
        </OutboundLink>
      </div>
    </article>
  )
}
