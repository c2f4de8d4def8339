import { home } from '#words/home.ts'
import { priceList } from '#words/plans.ts'
import { formatUsd } from '#words/format.ts'
import { coaching, type PaidService, planIds, plans, type Priced } from '../../../domain/plans.ts'
import keyArt from '../../art/key.svg'
import { outbound } from '../../links.ts'
import { anchors, paths } from '../../paths.ts'
import { Assessment } from '../assessment/assessment.tsx'
import { Link, OutboundLink } from '../../ui/link.tsx'
import { PlanCard } from './plan-card.tsx'

const words = home.pricing

export function Pricing() {
  return (
    <section id="pricing" className="rule">
      <div className="wrap">
        <div className="side pricing">
          <header>
            <div>
              <h2>{words.heading}</h2>
              <p className="lead">{words.lead}</p>
              <PriceIndex />
              <Pledge />
            </div>
          </header>
          <Assessment place="home" />
        </div>
        <MonitoringBanner />
        <div className="plans">
          {planIds.map((id) => (
            <PlanCard key={id} service={id} priced={plans[id]} kind={plans[id].popular ? 'popular' : 'plan'} />
          ))}
          <PlanCard service="coaching" priced={coaching} kind="add-on" />
        </div>
        <Enrolled />
      </div>
    </section>
  )
}

function PriceIndex() {
  const entries: [PaidService, Priced][] = [...planIds.map((id): [PaidService, Priced] => [id, plans[id]]), ['coaching', coaching]]
  return (
    <ul className="index num">
      {entries.map(([id, { name, priceCents }]) => (
        <li key={id}>
          <a href={anchors.plan(id)}>
            <span>
              {`${name} `}
              {id !== 'coaching' && plans[id].popular && <em>{priceList.popular}</em>}
            </span>
            <span className="dots" />
            <b>{formatUsd(priceCents)}</b>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Pledge() {
  const { figure, promise, before, link, after } = words.pledge
  return (
    <div className="pledge">
      <p className="serif">{figure}</p>
      <p>
        {`${promise} ${before} `}
        <Link to={paths.refundPolicy}>{link}</Link>
        {` ${after}`}
      </p>
    </div>
  )
}

function Enrolled() {
  const { before, signUp, between, onboarding } = words.enrolled
  return (
    <p className="enrolled">
      {`${before} `}
      <Link to={paths.signup}>{signUp}</Link>
      {`. ${between} `}
      <Link to={paths.clientOnboarding}>{onboarding}</Link>.
    </p>
  )
}

function MonitoringBanner() {
  const { label, heading, text, link } = words.monitoring
  return (
    <aside className="banner" aria-label={label}>
      <img src={keyArt} alt="" width="320" height="220" loading="lazy" />
      <div>
        <h3>{heading}</h3>
        <p>{text}</p>
      </div>
      <OutboundLink className="btn quiet" to={outbound.monitoring}>
        {link}
      </OutboundLink>
    </aside>
  )
}
