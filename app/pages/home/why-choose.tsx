import { home } from '../../../content/home.ts'
import benefitArt from '../../art/benefits.svg'
import ledgerArt from '../../art/ledger.svg'

export function WhyChoose() {
  const { heading, benefits } = home.why
  return (
    <section className="night">
      <div className="wrap why">
        <div>
          <h2>{heading}</h2>
          <img src={ledgerArt} alt="" width="320" height="220" loading="lazy" />
        </div>
        <dl>
          {benefits.map(({ icon, title, description }) => (
            <div key={title}>
              <dt>
                <img src={`${benefitArt}#${icon}`} alt="" loading="lazy" />
                {title}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
