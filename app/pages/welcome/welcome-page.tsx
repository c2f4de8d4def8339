import { welcome as words } from '#words/welcome.ts'
import { site } from '../../../site.config.ts'
import letterPicture from '../../art/letter.svg'
import { keepStopToken } from '../../backend/stop-reminders.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useLinkFragment } from '../../ui/use-link-fragment.ts'
import { StopReminders } from './stop-reminders.tsx'

/** Where the checkout leads back to, and where reminders are ended (R-WELCOME). */
export function Welcome() {
  useLinkFragment(keepStopToken)
  const { phone, phoneDialed, email } = site.contact
  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.welcome} robots="noindex" />
      <div className="wrap">
        <header className="page-head">
          <h1>{words.heading}</h1>
          <p className="lead">{words.lead}</p>
          <StopReminders />
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
                  <a href={`tel:${phoneDialed}`}>{phone}</a>
                </dd>
              </div>
              <div>
                <dt>{words.help.email}</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            </dl>
          </aside>
        </div>
      </div>
    </>
  )
}
