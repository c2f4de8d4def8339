import type { ReactNode } from 'react'
import { footer } from '#words/layout.ts'
import { site } from '../../site.config.ts'
import markNight from '../art/mark-night.svg'
import { outbound } from '../links.ts'
import { paths } from '../paths.ts'
import { Logo } from './logo.tsx'
import { Link, OutboundLink } from '../ui/link.tsx'

export function Footer() {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-cols">
          <div>
            <Logo mark={markNight} />
            <p className="foot-line">{site.organization.tagline}</p>
          </div>
          <SiteLinks />
          <LegalLinks />
          {outbound.social.length > 0 && <SocialLinks />}
        </div>
        <div className="disc">
          <p>{footer.disclaimer}</p>
          <p>{footer.founded}</p>
        </div>
      </div>
    </footer>
  )
}

function SiteLinks() {
  const words = footer.site
  return (
    <Column heading={words.heading}>
      <Entry to={paths.about}>{words.about}</Entry>
      <Entry to={paths.howItWorks}>{words.howItWorks}</Entry>
      <Entry to={paths.pricing}>{words.pricing}</Entry>
      <Entry to={paths.blog}>{words.blog}</Entry>
      <Entry to={paths.faqs}>{words.faqs}</Entry>
      <Entry to={paths.contact}>{words.contact}</Entry>
      <li>
        <OutboundLink to={outbound.portal}>{words.clientLogin}</OutboundLink>
      </li>
    </Column>
  )
}

function LegalLinks() {
  const words = footer.legal
  return (
    <Column heading={words.heading}>
      <Entry to={paths.privacy}>{words.privacy}</Entry>
      <Entry to={paths.terms}>{words.terms}</Entry>
      <Entry to={paths.disclaimer}>{words.disclaimer}</Entry>
      <Entry to={paths.esignConsent}>{words.esignConsent}</Entry>
      <Entry to={paths.refundPolicy}>{words.refundPolicy}</Entry>
    </Column>
  )
}

function SocialLinks() {
  return (
    <Column heading={footer.social.heading}>
      {outbound.social.map(({ name, href }) => (
        <li key={name}>
          <OutboundLink to={href}>{name}</OutboundLink>
        </li>
      ))}
    </Column>
  )
}

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <nav aria-label={heading}>
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}
