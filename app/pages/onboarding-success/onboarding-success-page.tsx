import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { onboardingSuccess as words } from '#words/onboarding-success.ts'
import { site } from '../../../site.config.ts'
import letterPicture from '../../art/letter.svg'
import { useSession } from '../../backend/use-session.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { OnboardingReceipt } from './onboarding-receipt-sheet.tsx'
import { forgetReceipt, receiptOf } from '../client-onboarding/onboarding-receipt.ts'
import { sentFrom } from '../client-onboarding/onboarding-sent.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { SignedInAs } from '../../session/signed-in-as.tsx'
import { useDeliberateSignOut } from '../../session/use-deliberate-sign-out.ts'

/** Confirms the onboarding and says what happens next (R-SUCCESS-PAGE); whoever has just sent it also gets a receipt. */
export function OnboardingSuccess() {
  const session = useSession()
  const { state } = useLocation()
  const signedOut = useDeliberateSignOut()
  // Only the account that sent it learns what this tab has sent.
  const account = session.state === 'signed-in' ? session.account : undefined
  const sent = account ? sentFrom(state, account.userId) : 'unknown'
  const receipt = account && receiptOf(account.userId)
  useEffect(() => forgetReceipt, [])

  return (
    <>
      <PageHead title={words.title} description={words.description} path={paths.onboardingSuccess} robots="noindex" />
      <div className="wrap">
        {account ? <SignedInAs account={account} /> : null}
        <div role="status">
          {signedOut !== 'no' && !account ? <p className="notice">{words.signedOut}</p> : null}
        </div>
        <header className="page-head">
          <h1>{words.heading}</h1>
          <p className="lead">{words.leads[sent]}</p>
        </header>
        <div className="aboard body">
          <div>
            <NextSteps />
            {receipt ? <OnboardingReceipt receipt={receipt} /> : null}
            <Link className="btn" to={paths.home}>
              {words.home}
            </Link>
          </div>
          <Help />
        </div>
      </div>
    </>
  )
}

function NextSteps() {
  return (
    <ol className="next" aria-label={words.stepsLabel}>
      {words.steps.map(({ title, text }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

function Help() {
  const { phone, phoneDialed, email } = site.contact
  return (
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
  )
}
