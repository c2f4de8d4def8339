import type { ReactNode } from 'react'
import { addressLines, hoursLines } from '#words/contact-lines.ts'
import { home } from '#words/home.ts'
import { site } from '../../../site.config.ts'
import letterArt from '../../art/letter.svg'
import { outbound } from '../../links.ts'
import { OutboundLink } from '../../ui/link.tsx'

const words = home.contact

/** R-CONTACT-FORM. Scripts with same-origin are safe only on another origin than ours, which the build makes sure of. */
const sandbox = 'allow-forms allow-scripts allow-same-origin'

export function Contact() {
  return (
    <section id="contact" className="rule">
      <div className="wrap contact">
        <div>
          <h2>{words.heading}</h2>
          <p className="lead">{words.lead}</p>
          <Details />
          <img src={letterArt} alt="" width="320" height="220" loading="lazy" />
        </div>
        <iframe
          className="frame"
          title={words.form}
          src={outbound.contactForm}
          loading="lazy"
          height="850"
          sandbox={sandbox}
        />
      </div>
    </section>
  )
}

function Details() {
  const { email, phone, phoneDialed } = site.contact
  return (
    <dl className="rows num">
      <Row label={words.email}>
        <a href={`mailto:${email}`}>{email}</a>
      </Row>
      <Row label={words.phone}>
        <a href={`tel:${phoneDialed}`}>{phone}</a>
      </Row>
      <Row label={words.post}>
        <Lines lines={addressLines} />
        <OutboundLink to={outbound.map}>{words.map}</OutboundLink>
      </Row>
      <Row label={words.hours}>
        <Lines lines={hoursLines} />
      </Row>
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lines({ lines }: { lines: string[] }) {
  return lines.map((line) => (
    <span className="line" key={line}>
      {`${line} `}
    </span>
  ))
}
