import { layout } from '#words/layout.ts'
import { anchors, paths } from '../paths.ts'
import { Link, NavLink } from '../ui/link.tsx'

const words = layout.navigation

/** The eight links of the header (R-NAVIGATION). */
export function NavigationLinks() {
  return (
    <ul>
      <li>
        <NavLink to={paths.home}>
          {words.home}
        </NavLink>
      </li>
      <li>
        <Link to={paths.howItWorks}>{words.howItWorks}</Link>
      </li>
      <li>
        <Link to={paths.pricing}>{words.pricing}</Link>
      </li>
      <li>
        <NavLink to={paths.creditScoreCalculator}>{words.creditScoreCalculator}</NavLink>
      </li>
      <li>
        <Link to={paths.testimonials}>{words.testimonials}</Link>
      </li>
      <li>
        <Link to={paths.faqs}>{words.faqs}</Link>
      </li>
      <li>
        <a href={anchors.blog}>{words.blog}</a>
      </li>
      <li>
        <Link to={paths.contact}>{words.contact}</Link>
      </li>
    </ul>
  )
}
