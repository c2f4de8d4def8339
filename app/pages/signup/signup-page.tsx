import { signupPage as words } from '#words/signup.ts'
// In the page itself: it is the largest thing in sight, and half a kilobyte.
import intakeArt from '../../art/intake.svg?inline'
import { outbound } from '../../links.ts'
import { paths } from '../../paths.ts'
import { Link, OutboundLink } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Six benefits, and the way to the intake form in a new tab (R-SIGNUP-PAGE). */
export function Signup() {
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.signup} picture="intake" />
      <header className="wrap page-head pictured">
        <div>
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
          <p className="cta">
            <OutboundLink className="btn" to={outbound.intake}>
              {words.button}
            </OutboundLink>
          </p>
        </div>
        <img src={intakeArt} alt="" width="320" height="220" />
      </header>
      <Benefits />
      <After />
    </>
  )
}

function Benefits() {
  return (
    <section className="rule">
      <div className="wrap">
        <h2>{words.benefitsHeading}</h2>
        <ol className="benefits num">
          {words.benefits.map(({ title, description, more }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>
                {description} {more && <Link to={paths[more.page]}>{more.label}</Link>}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function After() {
  const { after, account } = words
  return (
    <section className="after">
      <div className="wrap side">
        <header>
          <h2>{after.heading}</h2>
        </header>
        <div>
          <ol className="next">
            {after.sentences.map((sentence) => (
              <li key={sentence}>
                <p>{sentence}</p>
              </li>
            ))}
          </ol>
          <p className="account">
            {account.before} <Link to={paths.auth}>{account.link}</Link>
          </p>
        </div>
      </div>
    </section>
  )
}
