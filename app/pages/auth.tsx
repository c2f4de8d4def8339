import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authPage } from '../../content/auth.ts'
import keyPicture from '../art/key.svg'
import { useSession } from '../backend/use-session.ts'
import { outbound } from '../links.ts'
import { paths } from '../paths.ts'
import { CredentialsForm, type Intent, intents } from '../ui/credentials-form.tsx'
import { OutboundLink } from '../ui/outbound-link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'

/** Sign in and sign up (§2). Whoever is signed in, or becomes it, goes to the home page and never sees the form. */
export function Auth() {
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (session.state === 'signed-in') void navigate(paths.home, { replace: true })
  }, [session.state, navigate])

  return (
    <>
      <PageHead title={authPage.title} description={authPage.description} path={paths.auth} robots="noindex" />
      <div className="wrap">
        <div className="auth">
          <section className="card" aria-labelledby="welcome">
            <h1 id="welcome">{authPage.heading}</h1>
            {session.state === 'signed-out' ? <AccountForms /> : <Spinner />}
            <noscript>
              <p>{authPage.needsScript}</p>
            </noscript>
          </section>
          <aside>
            <img src={keyPicture} alt="" width="320" height="220" loading="lazy" />
            <h2>{authPage.aside.heading}</h2>
            <p className="lead">
              {authPage.aside.text}{' '}
              <OutboundLink to={outbound.portal}>{authPage.aside.portal}</OutboundLink>.
            </p>
          </aside>
        </div>
      </div>
    </>
  )
}

/** The two forms; the e-mail typed in one stands in the other. */
function AccountForms() {
  const [intent, setIntent] = useState<Intent>('signIn')
  const [email, setEmail] = useState('')
  return (
    <Tabs
      label={authPage.tabsLabel}
      names={intents}
      selected={intent}
      onSelect={setIntent}
      title={(name) => authPage[name].tab}
    >
      <CredentialsForm key={intent} intent={intent} email={email} onEmail={setEmail} />
    </Tabs>
  )
}
