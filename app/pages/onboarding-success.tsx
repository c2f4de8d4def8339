import { Link } from 'react-router'
import { onboardingSuccess as words } from '../../content/onboarding-success.ts'
import { site } from '../../site.config.ts'
import letterPicture from '../art/letter.svg'
import { useSession } from '../backend/use-session.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../ui/page-head.tsx'
import { SignedInAs } from '../ui/signed-in-as.tsx'

/** Confirms the onboarding and says what happens next (§2). */
export function OnboardingSuccess() {
  const session = useSession()
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.onboardingSuccess} robots="noindex" />
      <div className="wrap">
        {session.state === 'signed-in' ? <SignedInAs account={session.account} /> : null}
        <header className="page-head">
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
        </header>
        <div className="aboard body">
          <div>
            <ol className="next" aria-label={words.stepsLabel}>
              {words.steps.map(({ title, text }) => (
                <li key={title}>
                  <h2>{title}</h2>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
            <Link className="btn" to={paths.home}>
              {words.home}
            </Link>
          </div>
          <aside>
            <img src={letterPicture} alt="" width="320" height="220" loading="lazy" />
            <h2>{words.help.heading}</h2>
            <dl className="rows">
              <div>
                <dt>{words.help.phone}</dt>
                <dd>
                  <a href={`tel:${site.contact.phoneDialed}`}>{site.contact.phone}</a>
                </dd>
              </div>
              <div>
                <dt>{words.help.email}</dt>
                <dd>
                  <a href={`mailto:${site.contact.email}`}>{site.contact.email}</a>
                </dd>
              </div>
            </dl>
          </aside>
        </div>
      </div>
    </>
  )
}
