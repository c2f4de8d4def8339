import { site } from '../../site.config.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/link.tsx'

/** `mark` is the address of the drawing for the background. */
export function Logo({ mark }: { mark: string }) {
  const [first, second] = site.organization.logo
  return (
    <Link className="logo" to={paths.home}>
      <img src={mark} alt="" width="36" height="36" />
      <span>
        {`${first} `}
        <small>{second}</small>
      </span>
    </Link>
  )
}
