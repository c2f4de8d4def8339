import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { layout } from '../../content/layout.ts'
import { anchors, paths } from '../paths.ts'

const words = layout.navigation

/** The eight links of the header (§2), each as `wrap` sets it. */
export function NavigationLinks({ wrap = (link) => link }: { wrap?: (link: ReactNode) => ReactNode }) {
  return (
    <>
      {wrap(<NavLink to={paths.home} end>{words.home}</NavLink>)}
      {wrap(<Link to={paths.howItWorks}>{words.howItWorks}</Link>)}
      {wrap(<Link to={paths.pricing}>{words.pricing}</Link>)}
      {wrap(<NavLink to={paths.creditScoreCalculator}>{words.creditScoreCalculator}</NavLink>)}
      {wrap(<Link to={paths.testimonials}>{words.testimonials}</Link>)}
      {wrap(<Link to={paths.faqs}>{words.faqs}</Link>)}
      {wrap(<a href={anchors.blog}>{words.blog}</a>)}
      {wrap(<Link to={paths.contact}>{words.contact}</Link>)}
    </>
  )
}
