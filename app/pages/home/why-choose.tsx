import { home } from '../../../content/home.ts'
import { LedgerArt } from '../../art/ledger-art.tsx'

export function WhyChoose() {
  const { heading, benefits } = home.why
  return (
    <section className="night">
      <div className="wrap why">
        <div>
          <h2>{heading}</h2>
          <LedgerArt />
        </div>
        <dl>
          {benefits.map(({ title, description }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
