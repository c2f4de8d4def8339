import { home } from '#words/home.ts'
import benefitArt from '../../art/benefits.svg'
import ledgerArt from '../../art/ledger.svg'

/** Of the drawing of all icons, in the order of the benefits: a price, scales, a clock, a cup. */
const views = ['a', 'b', 'c', 'd']

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
          {benefits.map(({ title, description }, index) => (
            <div key={title}>
              <dt>
                <img src={`${benefitArt}#${views[index]}`} alt="" loading="lazy" />
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
